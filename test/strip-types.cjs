// Runs TypeScript under jest just as Node runs it: types are blanked out, lines and columns stay where they are.
const { stripTypeScriptTypes } = require('node:module');

module.exports = { process: (source) => ({ code: stripTypeScriptTypes(source) }) };
