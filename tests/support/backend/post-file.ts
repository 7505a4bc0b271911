import type { Backend, SignedInUser } from './backend.ts'

/** Post a file as the whole request body, with its name and the text fields in the query. */
export const postFile = (
  backend: Pick<Backend, 'fetch'>,
  path: string,
  bytes: BodyInit,
  {
    by,
    ...query
  }: { readonly by: Pick<SignedInUser, 'token'>; readonly name: string; readonly kind?: string },
): Promise<Response> =>
  backend.fetch(`${path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { authorization: by.token, 'content-type': 'application/octet-stream' },
    body: bytes,
  })
