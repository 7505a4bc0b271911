import type { Cursor } from './store.ts'

/** Where a page ended, as opaque text for the next request. */
export const encodeCursor = ({ appliedAt, id }: Cursor): string =>
  Buffer.from(`${appliedAt.getTime()}|${id}`).toString('base64url')

/** Read what `encodeCursor` wrote; undefined for any other text. */
export function decodeCursor(text: string): Cursor | undefined {
  const [, at = '', id = ''] =
    /^(\d{1,15})\|([\w-]{1,60})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  return id === '' ? undefined : { appliedAt: new Date(Number(at)), id }
}
