/** Signs texts with WebCrypto. */

/** Base64 of HMAC-SHA256 over a text. */
export async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}
