export const handler = async ({ headers }) => ({
  isAuthorized: headers.authorization === 'open sesame',
  context: { writer: 'ali' },
});
