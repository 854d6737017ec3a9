/** A page in Chromium, of another origin than the service's, that runs a bundle in itself or in a worker. */
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { launchChromium } from '../../testing/chromium.ts';
import { listening } from '../../testing/receivers/listening.ts';

export interface OtherPage {
  /** Runs a script that calls `done` with its result; what it does not catch is the result as a text. */
  inPage(script: string): Promise<unknown>;
  inWorker(script: string): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Opens the page. Its server and the browser run until it is closed. */
export async function openPageOfAnotherOrigin(): Promise<OtherPage> {
  const server = await listening(
    createServer((_, response) => response.end('<!doctype html><title>Another origin</title>')),
    'http',
  );
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(server.url);
  return {
    inPage: (script) => resultOf(page, `new Promise((done) => {${reporting(script)}})`),
    inWorker: (script) =>
      resultOf(
        page,
        `new Promise((done, fail) => {
          const text = ${JSON.stringify(`const done = (result) => postMessage(result);\n${reporting(script)}`)};
          const worker = new Worker(URL.createObjectURL(new Blob([text])));
          worker.onmessage = ({ data }) => done(data);
          worker.onerror = ({ message }) => fail(new Error(message));
        })`,
      ),
    close: () => Promise.all([browser.close(), server.stop()]),
  };
}

const reporting = (script: string): string =>
  `addEventListener('unhandledrejection', ({ reason }) => done(String(reason)));\n${script}`;

const resultOf = (page: Page, expression: string): Promise<unknown> => page.evaluate(expression);
