import { describe, expect, test } from '@jest/globals';
import { stages } from '../../lib/config.ts';
import { withDeliverySettings } from '../../lib/overrides.ts';

describe('withDeliverySettings', () => {
  test.each([stages.local, stages.dev, stages.staging, stages.prod])(
    'does not change $name without a context',
    (stage) => {
      expect(withDeliverySettings(stage, undefined)).toBe(stage);
    },
  );

  test('overrides the settings of the local stage with the context, and nothing else', () => {
    const settings = { ...stages.local.delivery.settings, retryDelaysSeconds: [1, 2.5], probeFirstSeconds: 1 };
    const config = withDeliverySettings(stages.local, '{"retryDelaysSeconds":[1,2.5],"probeFirstSeconds":1}');
    expect(config).toMatchObject({ ...stages.local, delivery: { ...stages.local.delivery, settings } });
  });

  test.each([stages.dev, stages.staging, stages.prod])('refuses to change $name', (stage) => {
    expect(() => withDeliverySettings(stage, '{"probeFirstSeconds":1}')).toThrow(
      /for the stage local only.*lib\/config\.ts/,
    );
  });

  test.each([
    ['{"retryDelaySeconds":[1]}', /retryDelaySeconds/],
    ['{"retryDelaysSeconds":5}', /retryDelaysSeconds/],
    ['{"probeFirstSeconds":-1}', /probeFirstSeconds/],
    ['{"allowHttp":true}', /allowHttp/],
    ['[1]', /not JSON of delivery settings/],
    ['{', /not JSON of delivery settings/],
    [{ probeFirstSeconds: 1 }, /not JSON of delivery settings/],
  ])('refuses %j and says why', (context, problem) => {
    expect(() => withDeliverySettings(stages.local, context)).toThrow(problem);
  });
});
