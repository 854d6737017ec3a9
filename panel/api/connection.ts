/** Whether the API answered the last call at all. */
import { createStore } from '../shared/store.ts';

export const connection = createStore<'there' | 'lost'>('there');
