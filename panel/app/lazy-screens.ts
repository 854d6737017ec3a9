/** The screens that are rarely opened first: they are loaded together, so that the build has few small files. */
export { Screen as Audit } from '../audit/audit-screen.tsx';
export { Screen as Delivery } from '../deliveries/detail/detail-screen.tsx';
export { Screen as Event } from '../deliveries/event-screen.tsx';
export { NetworkScreen as NetworkLog } from '../deliveries/list/list-screen.tsx';
export { Screen as EventTypes } from '../event-types/event-types-screen.tsx';
export { Screen as ConfirmAddress } from '../network/confirm-address-screen.tsx';
export { Screen as Network } from '../network/network-screen.tsx';
export { Screen as Search } from '../search/search-screen.tsx';
export { Screen as Create } from '../webhooks/form/create-screen.tsx';
export { Screen as Edit } from '../webhooks/form/edit-screen.tsx';
export { Screen as NetworkOverview } from '../webhooks/overview-screen.tsx';
export { Webhook } from './webhook-screen.tsx';
