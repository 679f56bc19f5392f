/**
 * Flags of V8 for a short run, by V8's version (`process.versions.v8`). A run is over before code made fast with much care
 * has earned what the making cost: with the default, a quarter of all CPU time on a large document goes there. Twelve times
 * the default waits for what is really hot.
 *
 * The heap grows by little more than what lives in it, where V8 would let garbage of twice that gather: a sixth less memory
 * on a large document, at no cost that can be measured.
 *
 * Only V8 11 (Node 20 and 21) knows the first; later ones print an error on standard error for it, which cannot be caught. The
 * second gains nothing there.
 */
export function engineFlags(v8: string): readonly string[] {
  return v8.startsWith('11.') ? ['--interrupt-budget=800000', '--heap-growing-percent=120'] : [];
}
