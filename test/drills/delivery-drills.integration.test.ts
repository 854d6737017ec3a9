import { deliveryDrills } from '../../scripts/drills/all.ts';
import { practise } from './practise.ts';

practise(deliveryDrills);
