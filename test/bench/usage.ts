import { writeFileSync } from 'node:fs';

// Loaded before a measured program (`--import`): tells at its end what the process used. Works on every platform.
const file = process.env['BENCH_USAGE'];
process.on('exit', () => {
  if (file === undefined) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(file, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS / 1024 }));
});
