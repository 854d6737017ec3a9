/** Where Node keeps compiled code between runs: in the project, or in the user's own cache. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isInstalled, packageFolder } from '@social-platform-services/ctl/about';

const { XDG_CACHE_HOME } = process.env;

export const compileCache = isInstalled
  ? join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'social-platform-services')
  : join(packageFolder, 'build/compile-cache');
