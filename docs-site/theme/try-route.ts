/** The "try it" form of a route: sends one request to the stage that the site belongs to, and shows the response. */
import { defineComponent, h, reactive, shallowRef, type VNode } from 'vue';
import { apiUrl, readApiUrl, token } from './stage.ts';
import { readTriedRoute, requestOf, type TriedParameter } from './tried-route.ts';

interface Outcome {
  readonly title: string;
  readonly text: string;
}

export const TryRoute = defineComponent({
  name: 'TryRoute',
  props: { route: { type: String, required: true } },
  setup(props) {
    const route = readTriedRoute(props.route);
    const id = `try-${route.method}${route.path.replaceAll(/\W/g, '-')}`;
    const isOpen = shallowRef(false);
    const isSending = shallowRef(false);
    const outcome = shallowRef<Outcome>();
    const values = reactive<Record<string, string>>({});
    const body = shallowRef(route.body ?? '');

    async function toggle(): Promise<void> {
      isOpen.value = !isOpen.value;
      outcome.value = undefined;
      if (isOpen.value) await readApiUrl().catch((error: unknown) => show('The stage is unknown', error));
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

    const parameterField = (parameter: TriedParameter): VNode =>
      field({
        label: `${parameter.name}${parameter.isList ? ', one on each line' : ''}${parameter.required ? '' : ' (optional)'}`,
        tag: parameter.isList ? 'textarea' : 'input',
        value: values[parameter.name] ?? '',
        required: parameter.required,
        onInput: (value) => {
          values[parameter.name] = value;
        },
      });

    const tokenField = (): VNode =>
      field({
        label: 'Access token, kept until you leave or reload the page',
        tag: 'input',
        type: 'password',
        value: token.value,
        required: true,
        onInput: (value) => {
          token.value = value;
        },
      });

    const bodyField = (): VNode =>
      field({
        label: 'Body',
        tag: 'textarea',
        value: body.value,
        required: true,
        onInput: (value) => {
          body.value = value;
        },
      });

    const form = (): VNode =>
      h('form', { id, class: 'try-form', onSubmit: send }, [
        h('p', [`Calls ${apiUrl.value ?? '…'}, with its real data.`]),
        ...(route.needsToken ? [tokenField()] : []),
        ...route.parameters.map(parameterField),
        ...(route.body === undefined ? [] : [bodyField()]),
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
  readonly value: string;
  readonly required: boolean;
  readonly onInput: (value: string) => void;
}

function field({ label, tag, type = 'text', value, required, onInput }: Field): VNode {
  const attributes = tag === 'input' ? { type } : { rows: Math.min(12, value.split('\n').length + 1) };
  return h('label', [
    label,
    h(tag, {
      ...attributes,
      value,
      required,
      autocomplete: 'off',
      spellcheck: false,
      onInput: ({ target }: Event) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) onInput(target.value);
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
