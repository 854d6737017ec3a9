import { describe, expect, test } from '@jest/globals';
import { createNetwork } from '../../../testing/service.ts';
import { expectAccessible, openPanelBrowser } from '../panel-browser.ts';

const panel = openPanelBrowser();

describe('the event catalogue', () => {
  test('can be searched, opened and copied with the keyboard alone', async () => {
    const page = await panel.asAdmin(await createNetwork({ features: ['webhooks'] }), '/event-types');
    await page.getByRole('heading', { name: /^v3\.post/, level: 2 }).waitFor();
    await expectAccessible(page);

    await page.getByRole('searchbox', { name: 'Find events' }).focus();
    await page.keyboard.type('reacted to a post');
    await page.getByText('1 event', { exact: true }).first().waitFor();
    const payload = page.getByRole('table', { name: 'Payload of v3.post.didAddReaction' });
    await payload.getByRole('row', { name: /reactor/ }).waitFor();
    await expectAccessible(page);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy sample of v3.post.didAddReaction' }).press('Enter');
    const copied: unknown = JSON.parse(`${await page.evaluate('navigator.clipboard.readText()')}`);
    expect(copied).toMatchObject({ event: 'v3.post.didAddReaction', data: { reactor: {} } });

    await page.getByRole('tab', { name: 'JSON Schema of data' }).press('Enter');
    await page.getByRole('button', { name: 'Copy JSON Schema of v3.post.didAddReaction' }).press('Enter');
    const schema: unknown = JSON.parse(`${await page.evaluate('navigator.clipboard.readText()')}`);
    expect(schema).toMatchObject({ required: ['posts', 'reactor'], $defs: { ReactedPost: { required: ['postId'] } } });
    await expectAccessible(page);

    await page.reload();
    await payload.waitFor();
    await page.getByRole('link', { name: 'Create a webhook for this event' }).press('Enter');
    await page.getByRole('heading', { name: 'Create webhook', level: 1 }).waitFor();
    expect(page.url()).toContain('events=v3.post.didAddReaction');
  });

  test('says what to do if nothing is found', async () => {
    const page = await panel.asAdmin(
      await createNetwork({ features: ['webhooks'] }),
      '/event-types?search=unheard-of',
      {
        colorScheme: 'dark',
      },
    );
    await page.getByText('No matching events').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear search' }).press('Enter');
    await page.getByRole('heading', { name: /^channel/, level: 2 }).waitFor();
  });
});
