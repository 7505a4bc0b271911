import { writeFileSync } from 'node:fs'
import { buildOpenApiDocument } from '../server/openapi/document.ts'

// `npm run openapi -- campus.json`: writes the contract as OpenAPI 3.1, as a campus serves it at
// /openapi.json.
const file = process.argv[2] ?? 'openapi.json'
const document = buildOpenApiDocument({ basePath: process.env['BASE_PATH'] ?? '' })
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
process.stdout.write(`Every call is described in ${file}.\n`)
