/** What a local cloud adds to the panel's `config.json`. */
import * as v from 'valibot';
import { dataOption } from '../../ctl/data-option.ts';

const Settings = v.record(v.string(), v.unknown());

/** `config.json` with the options with which `ctl` selects the cloud of a data folder, unless that is the default. */
export function withDataFolder(config: Buffer, folder: string): Buffer {
  const option = dataOption(folder);
  if (option === undefined) return config;
  const settings = v.parse(Settings, JSON.parse(config.toString()));
  return Buffer.from(JSON.stringify({ ...settings, operatorOptions: option }));
}
