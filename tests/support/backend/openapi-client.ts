import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TestResponse } from './backend.ts'

/** The parts of the OpenAPI document that the client uses. */
export interface OpenApiDocument {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, unknown>>
}

interface OperationRequest {
  readonly body?: object
  /** The text of a file that is sent as the whole body. */
  readonly file?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A client that knows a campus by its OpenAPI document alone, like a program of another system. It
 * finds a call by its name, sends only what the document describes, and accepts only described
 * answers.
 */
export function createOpenApiClient(
  document: OpenApiDocument,
  fetch: (address: string, init: RequestInit) => Promise<Response>,
) {
  const validateBody = createBodyValidator(document)
  const found = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { path, method, operation },
      ]),
    ),
  )
  let token = ''
  return {
    signIn: (given: string) => void (token = given),
    ask: async (name: string, wish: OperationRequest = {}): Promise<TestResponse> => {
      const call = found.get(name)
      if (call === undefined) throw new Error(`the document knows no ${name}`)
      const { path, method, operation } = call
      const where = `${path} ${method}`
      if (wish.body !== undefined) validateBody.asked(path, method, wish.body)
      const response = await fetch(
        `${document.servers[0]?.url.replace(/\/$/, '')}${path}?${new URLSearchParams(wish.query)}`,
        {
          method: method.toUpperCase(),
          headers: {
            ...(wish.body !== undefined && { 'content-type': 'application/json' }),
            ...(wish.file !== undefined && { 'content-type': 'application/octet-stream' }),
            ...('token' in (operation.security[0] ?? {}) && { authorization: `Bearer ${token}` }),
            ...wish.headers,
          },
          ...(wish.body !== undefined && { body: JSON.stringify(wish.body) }),
          ...(wish.file !== undefined && { body: wish.file }),
        },
      )
      const isJson = response.headers.get('content-type')?.includes('json') === true
      const body: unknown = isJson ? await response.json() : await response.text()
      if (isJson) validateBody.answered(path, method, response.status, body)
      else if (response.status !== 200) throw new Error(`${where}: ${response.status} is no JSON`)
      return { status: response.status, headers: response.headers, body }
    },
  }
}

/** A function that throws unless a body matches the document. */
export function createBodyValidator(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...document }, 'campus')
  const judged = (where: string, value: unknown) => {
    const check = ajv.getSchema(`campus#${where}`)
    if (check === undefined) throw new Error(`nothing is described at ${where}`)
    if (check(value) !== true)
      throw new Error(`${where}: ${JSON.stringify(check.errors)} in ${JSON.stringify(value)}`)
  }
  const at = (path: string, method: string) =>
    `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
  return {
    asked: (path: string, method: string, body: unknown) =>
      judged(`${at(path, method)}/requestBody/content/application~1json/schema`, body),
    answered: (path: string, method: string, status: number, body: unknown) => {
      const answer = document.paths[path]?.[method]?.responses[status]
      if (answer === undefined) throw new Error(`${path}: a ${status} is not described`)
      const [, shared] = /"#(\/components\/responses\/\w+)"/.exec(JSON.stringify(answer)) ?? []
      const base = shared ?? `${at(path, method)}/responses/${status}`
      judged(`${base}/content/application~1json/schema`, body)
    },
  }
}
