import { packedFileOf, type SentFile } from '../platform/files/files.ts'
import { openapi } from './document.ts'

/** The document as a file that is made when it is first asked for. */
export function openapiFile(campus: { basePath: string }): () => Promise<SentFile> {
  let made: Promise<SentFile> | undefined
  return () => (made ??= packedFileOf('.json', JSON.stringify(openapi(campus))))
}
