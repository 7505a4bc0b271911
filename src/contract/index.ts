import type { AnyCall, AnyDownload, AnyEndpoint, AnyUpload, FileCall } from './call.ts'
import * as capabilities from './capabilities.ts'

/**
 * Every call of the product by capability: the server mounts it, the tests walk it. The app and the
 * worker import the file of the capability instead (and `forms.ts`), or each screen would carry all
 * of them.
 */
export const contract = capabilities

const all = Object.values(contract).flatMap((capability) => Object.values<AnyEndpoint>(capability))

/** All calls in a row. */
export const calls: readonly AnyCall[] = all.filter(
  (call) => call.kind !== 'file' && call.kind !== 'upload' && call.kind !== 'download',
)

/** All addresses of bytes in a row. */
export const files: readonly FileCall[] = all.filter((call) => call.kind === 'file')

/** All addresses that take a file in a row. */
export const uploads: readonly AnyUpload[] = all.filter((call) => call.kind === 'upload')

/** All questions that are answered with a file in a row. */
export const downloads: readonly AnyDownload[] = all.filter((call) => call.kind === 'download')

export { queuedForms } from './forms.ts'
