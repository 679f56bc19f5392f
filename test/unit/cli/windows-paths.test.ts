import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { displayPath } from '../../../src/cli/render-result.js';
import { specFiles } from '../../../src/cli/spec-files.js';
import { isUrl } from '../../../src/config/is-url.js';
import { confine, isSafePath } from '../../../src/output/confine.js';
import { createPlaceFinder } from '../../../src/report/place.js';

vi.mock('node:path', async (original) => {
  const path = await original<typeof import('node:path')>();
  return { ...path.win32, default: path.win32 };
});

describe('Windows paths', () => {
  beforeAll(() => {
    vi.spyOn(process, 'cwd').mockReturnValue('C:\\work');
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  it('are shown from the working folder where that is shorter, other drives as they are', () => {
    expect(displayPath('C:\\work\\out')).toBe('out');
    expect(displayPath('out\\tools')).toBe('out\\tools');
    expect(displayPath('D:\\elsewhere\\out')).toBe('D:\\elsewhere\\out');
  });

  it('name the files of a document, drive letters and backslashes and all', () => {
    const below = ['parts/b.yaml', '../shared/c.yaml', 'https://x.test/d.yaml'];
    expect(specFiles('api\\a.yaml', below)).toEqual([
      'C:\\work\\api\\a.yaml',
      'C:\\work\\api\\parts\\b.yaml',
      'C:\\work\\shared\\c.yaml',
    ]);
    expect(specFiles('D:/api/a.yaml', ['b.yaml'])).toEqual(['D:\\api\\a.yaml', 'D:\\api\\b.yaml']);
    expect(isUrl('C:\\api\\a.yaml')).toBe(false);
  });

  it('of the output stay in its folder', () => {
    expect(confine('C:\\out', 'tools/pets.js')).toBe('C:\\out\\tools\\pets.js');
    for (const path of ['..\\x.js', 'C:x.js', 'a\\b.js', 'con', 'nul.js', 'tools/lpt1.js', 'x.js:stream', 'x.', 'x ']) {
      expect([path, isSafePath(path)]).toEqual([path, false]);
      expect(() => confine('C:\\out', path)).toThrow();
    }
  });

  it('of an absolute document are repeated as they are in places', async () => {
    const find = await createPlaceFinder([{ name: 'C:/api/a.yaml', text: 'a: 1', format: 'yaml', value: { a: 1 } }]);
    const place = find({
      code: 'INTERNAL',
      severity: 'error',
      message: '',
      help: '',
      location: { file: 'C:/api/a.yaml', pointer: '/a' },
    });
    expect(place?.file).toBe('C:/api/a.yaml');
  });
});
