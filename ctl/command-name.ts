/** The command that the installed package of the operator's command line has. */
export const COMMAND_NAME = 'sps-ctl';
