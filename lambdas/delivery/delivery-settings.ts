import * as v from 'valibot';
import { DeliverySettings } from '../../contract/delivery-settings.ts';
import { required } from '../shared/env.ts';

export { DeliverySettings } from '../../contract/delivery-settings.ts';

/** The settings of this function's environment. Throws where they are malformed: at start, not in a request. */
export const deliverySettings = (): DeliverySettings =>
  v.parse(DeliverySettings, JSON.parse(required('DELIVERY_SETTINGS')));
