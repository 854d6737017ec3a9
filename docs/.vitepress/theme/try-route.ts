/** The "try it" form of a route: sends one request to the stage that the site belongs to, and shows the response. */
import * as v from 'valibot';
import { defineComponent, h, type Ref, reactive, shallowRef, toRef, type VNode } from 'vue';
import { requestOf, type TriedParameter, type TriedRoute } from './tried-route.ts';

/** The panel's configuration, from the same host, names the API. */
const PANEL_CONFIG = '/admin/config.json';
const PanelConfig = v.object({ apiUrl: v.pipe(v.string(), v.url()) });

/** In memory only: it is gone when the page is reloaded. */
const token = shallowRef('');
/** The base URL of the API, once it is known. */
const apiUrl = shallowRef<string>();

/** Fetches the base URL, unless it is known. */
async function fetchApiUrl(): Promise<void> {
  if (apiUrl.value !== undefined) return;
  const response = await fetch(PANEL_CONFIG);
  if (!response.ok) throw new Error(`${PANEL_CONFIG} could not be fetched: status ${response.status}`);
  apiUrl.value = v.parse(PanelConfig, await response.json()).apiUrl;
}

interface Outcome {
  readonly title: string;
  readonly text: string;
}

export const TryRoute = defineComponent({
  name: 'TryRoute',
  props: { route: { type: String, required: true } },
  setup(props) {
    const route: TriedRoute = JSON.parse(props.route);
    const id = `try-${route.method}${route.path.replaceAll(/\W/g, '-')}`;
    const isOpen = shallowRef(false);
    const isSending = shallowRef(false);
    const outcome = shallowRef<Outcome>();
    const values = reactive<Record<string, string>>({});
    const body = shallowRef(route.body ?? '');

    async function toggle(): Promise<void> {
      isOpen.value = !isOpen.value;
      outcome.value = undefined;
      if (isOpen.value) await fetchApiUrl().catch((error: unknown) => show('The stage is unknown', error));
    }

    async function send(event: Event): Promise<void> {
      event.preventDefault();
      if (apiUrl.value === undefined) return;
      isSending.value = true;
      try {
        const filled = { token: token.value.trim(), values, body: body.value };
        outcome.value = await outcomeOf(requestOf(route, filled, apiUrl.value));
      } catch (error) {
        show('No response', error);
      } finally {
        isSending.value = false;
      }
    }

    function show(title: string, error: unknown): void {
      outcome.value = { title, text: error instanceof Error ? error.message : String(error) };
    }

    const parameterField = ({ name, isList, required }: TriedParameter): VNode =>
      field({
        label: `${name}${isList ? ', one on each line' : ''}${required ? '' : ' (optional)'}`,
        tag: isList ? 'textarea' : 'input',
        text: toRef(values, name, ''),
        required,
      });
    const tokenLabel = 'Access token, kept until you leave or reload the page';

    const form = (): VNode =>
      h('form', { id, class: 'try-form', onSubmit: send }, [
        h('p', [`Calls ${apiUrl.value ?? '…'}, with its real data.`]),
        ...(route.needsToken
          ? [field({ label: tokenLabel, tag: 'input', type: 'password', text: token, required: true })]
          : []),
        ...route.parameters.map(parameterField),
        ...(route.body === undefined ? [] : [field({ label: 'Body', tag: 'textarea', text: body, required: true })]),
        h('button', { type: 'submit', disabled: isSending.value || apiUrl.value === undefined }, 'Send'),
        h('div', { 'aria-live': 'polite' }, outcome.value && outcomeView(outcome.value)),
      ]);

    return () =>
      h('div', { class: 'try-route' }, [
        h(
          'button',
          {
            type: 'button',
            'aria-label': `Try it: ${route.method} ${route.path}`,
            'aria-expanded': isOpen.value,
            ...(isOpen.value && { 'aria-controls': id }),
            onClick: toggle,
          },
          'Try it',
        ),
        isOpen.value ? form() : null,
      ]);
  },
});

interface Field {
  readonly label: string;
  readonly tag: 'input' | 'textarea';
  readonly type?: string;
  readonly text: Ref<string>;
  readonly required: boolean;
}

function field({ label, tag, type = 'text', text, required }: Field): VNode {
  const attributes = tag === 'input' ? { type } : { rows: Math.min(12, text.value.split('\n').length + 1) };
  return h('label', [
    label,
    h(tag, {
      ...attributes,
      value: text.value,
      required,
      autocomplete: 'off',
      spellcheck: false,
      onInput: ({ target }: Event) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) text.value = target.value;
      },
    }),
  ]);
}

const outcomeView = ({ title, text }: Outcome): VNode[] => [
  h('p', [h('strong', title)]),
  h('pre', { tabindex: 0, 'aria-label': 'Response' }, text),
];

async function outcomeOf(request: Request): Promise<Outcome> {
  const startedAt = performance.now();
  const response = await fetch(request);
  const text = await response.text();
  const milliseconds = Math.round(performance.now() - startedAt);
  return { title: `${response.status}, after ${milliseconds} ms`, text: formatted(text) };
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
