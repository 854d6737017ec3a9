/** The type of the metadata by which `sps` finds the stages of an assembly: their settings, at their data stacks. */
export const STAGE_METADATA = 'social-platform-services:stage';
