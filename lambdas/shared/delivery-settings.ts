import * as v from 'valibot';
import { DeliverySettings } from '../../contract/delivery-settings.ts';
import { required } from './env.ts';

/** The stage's delivery settings, from this function's environment. Throws where they are malformed. */
export const deliverySettings = (): DeliverySettings =>
  v.parse(DeliverySettings, JSON.parse(required('DELIVERY_SETTINGS')));
