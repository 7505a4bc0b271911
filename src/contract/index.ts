import type { AnyCall, AnyDownload, AnyEndpoint, AnyUpload, FileCall } from './call.ts'
import * as capabilities from './capabilities.ts'

/**
 * All calls by capability: the server mounts them, and the tests iterate over them. The app and the
 * worker import the file of a capability instead, or `forms.ts`, so that no screen loads all
 * capabilities.
 */
export const contract = capabilities

const all = Object.values(contract).flatMap((capability) => Object.values<AnyEndpoint>(capability))

/** A flat list of all calls. */
export const allCalls: readonly AnyCall[] = all.filter(
  (call) => call.kind !== 'file' && call.kind !== 'upload' && call.kind !== 'download',
)

/** A flat list of all file endpoints. */
export const allFileCalls: readonly FileCall[] = all.filter((call) => call.kind === 'file')

/** A flat list of all uploads. */
export const allUploads: readonly AnyUpload[] = all.filter((call) => call.kind === 'upload')

/** A flat list of all downloads. */
export const allDownloads: readonly AnyDownload[] = all.filter((call) => call.kind === 'download')

export { queuedForms } from './forms.ts'
