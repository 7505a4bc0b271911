import { createTextFileInBackground, type StaticFile } from '../platform/files/static-file.ts'
import { runInTurns } from '../platform/in-turns.ts'
import { buildOpenApiDocumentInSteps } from './document.ts'

/** The document as a file, built at the first request. */
export function openapiFile(campus: { basePath: string }): () => Promise<StaticFile> {
  let made: Promise<StaticFile> | undefined
  return () => (made ??= build(campus))
}

const build = async (campus: { basePath: string }): Promise<StaticFile> =>
  createTextFileInBackground(
    '.json',
    JSON.stringify(await runInTurns(buildOpenApiDocumentInSteps(campus))),
  )
