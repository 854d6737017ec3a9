/** The context that names the stage which a local cloud hosts; `*` is the first of its app. */
export const LOCAL_CONTEXT = 'social-platform-services:local';
