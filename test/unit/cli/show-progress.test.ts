import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgress } from '../../../src/cli/show-progress.js';

function recorder(live: boolean) {
  const texts: string[] = [];
  return { texts, terminal: { live, color: false, columns: 80, write: (text: string) => texts.push(text) } };
}

describe('progress', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows nothing for a run of less than half a second', () => {
    const { texts, terminal } = recorder(true);
    const progress = createProgress(terminal);
    progress.stage('Reading');
    vi.advanceTimersByTime(499);
    progress.stage('Making tools');
    progress.done();
    vi.advanceTimersByTime(5000);
    expect(texts).toEqual([]);
  });

  it('names a stage that waits, then each that begins, and clears the line', () => {
    const { texts, terminal } = recorder(true);
    const progress = createProgress(terminal);
    progress.stage('Reading');
    vi.advanceTimersByTime(500);
    progress.stage('Making tools');
    progress.done();
    expect(texts).toEqual(['\r\u001b[2KReading…', '\r\u001b[2KMaking tools…', '\r\u001b[2K']);
  });

  it('is silent where no person watches', () => {
    const { texts, terminal } = recorder(false);
    const progress = createProgress(terminal);
    progress.stage('Reading');
    vi.advanceTimersByTime(5000);
    progress.stage('Making tools');
    progress.done();
    expect(texts).toEqual([]);
  });
});
