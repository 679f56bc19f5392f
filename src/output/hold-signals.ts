import { setImmediate as turn } from 'node:timers/promises';

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs work that must not be cut short. A signal that would end the process waits until the work is done and has its
 * effect then; listeners of others hear it as ever.
 */
export async function holdSignals<T>(work: () => T): Promise<T> {
  const held = new Set<NodeJS.Signals>();
  const hold = (signal: NodeJS.Signals): void => void held.add(signal);
  for (const signal of SIGNALS) process.on(signal, hold);
  try {
    return work();
  } finally {
    // Signals arrive between turns: the second one is certain to come after those sent during the work.
    await turn();
    await turn();
    for (const signal of SIGNALS) process.off(signal, hold);
    for (const signal of held) if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  }
}
