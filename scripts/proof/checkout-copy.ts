/** A copy of the checkout that may be changed: the working tree as it is, uncommitted files included. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface CheckoutCopy {
  /** Its path, without symbolic links. */
  readonly folder: string;
  readonly remove: () => void;
}

/** Copies every file that git does not ignore into a temporary folder. Its node_modules is a link to that of the checkout. */
export function copyCheckout(): CheckoutCopy {
  const folder = mkdtempSync(join(tmpdir(), 'sps-planted-'));
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of list.split('\0')) {
    // A file that was deleted is listed until the deletion is staged.
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
