import { createTextFileInBackground, type StaticFile } from '../platform/files/static-file.ts'
import { buildOpenApiDocument } from './document.ts'

/** The document as a file, built at the first request. */
export function openapiFile(campus: { basePath: string }): () => Promise<StaticFile> {
  let made: Promise<StaticFile> | undefined
  return () =>
    (made ??= createTextFileInBackground('.json', JSON.stringify(buildOpenApiDocument(campus))))
}
