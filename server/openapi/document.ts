import {
  type AnyEndpoint,
  FILE_NAME_PARAMETER,
  FILE_BODY_CONTENT_TYPE,
  LINK_LANGUAGE_PARAMETER,
} from '#contract/call'
import { contract } from '#contract/index'
import { isRoleList, callerRolesFor } from '#contract/permissions'
import { runSteps } from '#contract/run-steps'
import { listScopesOf } from '#contract/service-scopes'
import { officeCallTitles } from './call-titles-office.ts'
import { studentCallTitles } from './call-titles-students.ts'
import { requestHeaders, sharedHeaders, sharedParameters } from './headers.ts'
import type { JsonSchema } from './json-schema.ts'
import { buildResponses, sharedResponses, sharedSchemas } from './responses.ts'
import { wireSchema } from './wire-schema.ts'

/** Builds the OpenAPI 3.1 document of the whole contract for a base path ('' for none). */
export const buildOpenApiDocument = (campus: { basePath: string }): JsonSchema =>
  runSteps(buildOpenApiDocumentInSteps(campus))

/**
 * `buildOpenApiDocument` in steps of one call each. Together they take longer than other requests
 * may wait.
 */
export function* buildOpenApiDocumentInSteps({
  basePath,
}: {
  basePath: string
}): Generator<undefined, JsonSchema> {
  const paths: Record<string, JsonSchema> = {}
  for (const { id, noun, title, call } of everyCall()) {
    paths[call.path] = {
      [call.kind === 'file' ? 'get' : 'post']: operation(id, noun, title, call),
    }
    yield
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Campus',
      version: '1',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      schemas: sharedSchemas,
      responses: sharedResponses,
      headers: sharedHeaders,
      parameters: sharedParameters,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` of a sign-in; the word Bearer may be left out.',
        },
        service: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of a service account, which an administrator makes in the console. A call needs one of the scopes in `x-scopes`; where it says import:KIND, the scope of the kind that is imported.',
        },
      },
    },
  }
}

const ABOUT = `Every call of the campus. Sign in with /api/sys/login (staff) or /api/binding/findstu (students) and send the
token of the answer with every further call. Calls are POST with a JSON object; names that a call does not know are refused.
Read values leniently: more keys may come.

A call that was understood is answered with 200, whether the answer is yes or no: the body's mark says which. Other statuses mean
that nothing was done, except for 500. 401: sign in again. 409, 429 and 503: ask again after \`Retry-After\`. Money is text:
\`Yuan\` or \`Fen\`, as the schema says. Days are YYYY-MM-DD and times HH:mm in China; instants are ISO 8601 in UTC. A yes or no is
mostly the text '1' or '0'. Who reads English is told, beside an answer and under the key \`english\`, what its Chinese names are
called.

A call that this campus has not set up (payment, the messaging app, SMS) answers 404.`

type Contract = typeof contract

/** The title of each call. A call without a title does not compile. */
const callTitles: {
  readonly [Noun in keyof Contract]: { readonly [Name in keyof Contract[Noun]]: string }
} = {
  ...studentCallTitles,
  ...officeCallTitles,
  errorReporting: { ...studentCallTitles.errorReporting, ...officeCallTitles.errorReporting },
}

function everyCall() {
  return Object.entries<Readonly<Record<string, AnyEndpoint>>>(contract).flatMap(
    ([noun, calls]) => {
      const said: Readonly<Record<string, Readonly<Record<string, string>>>> = callTitles
      return Object.entries(calls).map(([name, call]) => ({
        id: `${noun}_${name}`,
        noun,
        title: said[noun]?.[name] ?? '',
        call,
      }))
    },
  )
}

function operation(id: string, noun: string, title: string, call: AnyEndpoint): JsonSchema {
  const roles = callerRolesFor(call.who)
  const scopes = listScopesOf(call)
  return {
    operationId: id,
    tags: [noun],
    summary: title,
    description: [whoMay(call), howOften(call)].join(' '),
    'x-roles': roles,
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
    security:
      call.who === 'anyone'
        ? [{}]
        : [{ token: [] }, ...scopes.map((scope) => ({ service: [scope] }))],
    parameters: [...requestHeaders(call), ...queryOf(call)],
    ...(call.kind !== 'file' && { requestBody: { required: true, content: bodyOf(call) } }),
    responses: buildResponses(call),
  }
}

function whoMay({ who }: AnyEndpoint): string {
  if (who === 'anyone') return 'For anybody.'
  return `For ${callerRolesFor(who).join(', ')}${isRoleList(who) ? '; it may name any student' : ''}.`
}

function howOften(call: AnyEndpoint): string {
  switch (call.kind) {
    case 'read':
    case 'file':
    case 'download':
      return 'It changes nothing.'
    case 'inquiry':
      return 'It may ask the payment service and book what it hears; ask because a person looks.'
    case 'upload':
      return 'Sent twice, it is done twice.'
    case 'write':
      return call.offline === 'queued'
        ? 'Send it with an Idempotency-Key, and repeat it with the same key until it is answered.'
        : 'Sent twice, it is done twice, unless it says otherwise.'
  }
}

function queryOf(call: AnyEndpoint): JsonSchema[] {
  const inQuery = (name: string, schema: JsonSchema, required: boolean) => ({
    name,
    in: 'query',
    required,
    schema,
  })
  if (call.kind === 'file')
    return [
      inQuery(call.parameter, { type: 'string' }, true),
      ...(call.allowsPlainLink === true
        ? [inQuery(LINK_LANGUAGE_PARAMETER, { enum: ['zh', 'en'] }, false)]
        : []),
    ]
  if (call.kind === 'upload' && call.field === undefined)
    return [
      inQuery(FILE_NAME_PARAMETER, { type: 'string', description: "The file's name." }, true),
      ...(call.textFields ?? []).map((name) => inQuery(name, { type: 'string' }, false)),
    ]
  return []
}

function bodyOf(call: Exclude<AnyEndpoint, { kind: 'file' }>) {
  if (call.kind !== 'upload')
    return {
      'application/json': {
        schema: { ...wireSchema(call.input, 'request'), additionalProperties: false },
      },
    }
  const { field, textFields = [], maxBytes } = call
  if (field === undefined)
    return {
      [FILE_BODY_CONTENT_TYPE]: { schema: { description: `The file, at most ${maxBytes} bytes.` } },
    }
  const properties = {
    [field]: {
      contentMediaType: 'application/octet-stream',
      description: `The file, at most ${maxBytes} bytes.`,
    },
    ...Object.fromEntries(textFields.map((name) => [name, { type: 'string' }])),
  }
  return {
    'multipart/form-data': {
      schema: { type: 'object', required: [field, ...textFields], properties },
    },
  }
}
