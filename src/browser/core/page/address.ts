/** An address as the server sees it. */
export const withoutHash = (address: string) => address.replace(/#.*/, '');
