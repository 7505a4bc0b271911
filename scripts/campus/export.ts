import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type AnyDownload, type AnyEndpoint } from '#contract/call'
import { EXPORT_FORMATS, type ExportFormat } from '#contract/export-format'
import { contract } from '#contract/index'
import { OFFICE_ROLES } from '#contract/roles'
import type { Language } from '#i18n/translate'
import { createHosts } from '#server/create-hosts'
import { createAllHandlers } from '#server/features/index'
import { createHandlerServices } from '#server/handler-services'
import { openGateway } from '#server/payment-gateways/open-gateway'
import { validateBody } from '#server/platform/http/body/validate-body'
import type { DownloadHandler, HandlerRequest } from '#server/platform/http/handler'
import { createLog } from '#server/platform/monitoring/logs'
import { type CommandContext, withCommandContext } from './command-context.ts'

const PATH = '/api/manage/exports/'

interface Export {
  readonly kind: string
  readonly call: AnyDownload
  readonly find: (
    handlers: ReturnType<typeof createAllHandlers>,
  ) => DownloadHandler<unknown> | undefined
}

interface Options {
  readonly filter: Readonly<Record<string, string>>
  readonly format: ExportFormat
  readonly out?: string
  readonly language: Language
}

/** `campus export KIND`: writes an export of the office to a file or to standard output. */
export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description(
      'Write a table of the office as a file, as the console does: streamed, with formulas disarmed, and noted in the log of the office. The table holds personal data.',
    )
    .argument(
      '<kind>',
      `one of: ${exportsOfContract.map(({ kind }) => kind).join(', ')}`,
      findExport,
    )
    .option(
      '--filter <name=value>',
      'narrow the rows, as the console does; may be said several times. cohort=all includes earlier years',
      addFilter,
      {},
    )
    .addOption(new Option('--format <format>').choices(EXPORT_FORMATS).default('csv'))
    .addOption(new Option('--language <language>').choices(['zh', 'en']).default('zh'))
    .option('--out <file>', 'where to; standard output if nothing is said')
    .action((found: Export, options: Options) =>
      withCommandContext((campus) => writeExport(campus, found, options)),
    )
}

const exportsOfContract: readonly Export[] = Object.entries<Readonly<Record<string, AnyEndpoint>>>(
  contract,
).flatMap(([noun, calls]) =>
  Object.entries(calls).flatMap(([name, call]) =>
    call.kind === 'download' && call.path.startsWith(PATH)
      ? [
          {
            kind: call.path.slice(PATH.length),
            call,
            find: (handlers: Readonly<Record<string, object>>) =>
              asDownloadHandler(Object.entries(handlers[noun] ?? {}).find(([one]) => one === name)),
          },
        ]
      : [],
  ),
)
const asDownloadHandler = (entry: [string, unknown] | undefined) =>
  isHandler(entry?.[1]) ? entry[1] : undefined
const isHandler = (value: unknown): value is DownloadHandler<unknown> => typeof value === 'function'

async function writeExport(
  { database, db, clock, settings }: CommandContext,
  { kind, call, find }: Export,
  { filter, format, out, language }: Options,
): Promise<void> {
  const names = Object.values(call.input.fields ?? {}).flatMap(({ wire }) => wire)
  const unknown = Object.keys(filter).filter((name) => !names.includes(name))
  const known = names.filter((name) => name !== 'format').join(', ')
  if (unknown.length > 0)
    throw new Error(`${kind} has no filter ${unknown.join(', ')}. It has: ${known}.`)
  const defaults = Object.fromEntries(
    names.map((name) => [name, name === 'cohort' ? 'new' : '']).filter(([name]) => name !== 'year'),
  )
  const checked = validateBody<unknown>(call, { ...defaults, ...filter, format }, 'en')
  if (checked.type === 'invalid')
    throw new Error(
      checked.issues.map(({ path, message }) => `--filter ${path}=…: ${message}`).join('\n'),
    )
  const hosts = createHosts(settings)
  const tools = createHandlerServices({ database, settings, clock, hosts, log: createLog('warn') })
  const handler = find(createAllHandlers(openGateway(settings, { db, clock })))
  if (handler === undefined) throw new Error(`There is no export ${kind}.`)
  const result = await handler(commandLineRequest({ db, tools, language, input: checked.input }))
  if (result.type !== 'made')
    throw new Error(result.type === 'refused' ? result.says.en : 'The export was refused.')
  if (out === undefined) {
    await pipeline(result.chunks, process.stdout, { end: false })
    return
  }
  // A file appears under its name only when it is complete, so that no other program reads a part.
  const part = `${out}.part`
  try {
    await pipeline(result.chunks, createWriteStream(part, { mode: 0o600 }))
    await rename(part, out)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

// The command line may see what every role of the office may see; the log names it as the author.
function commandLineRequest<I>({
  input,
  db,
  tools,
  language,
}: Pick<HandlerRequest<I>, 'input' | 'db' | 'tools' | 'language'>): HandlerRequest<I> {
  const now = tools.clock.now()
  return {
    input,
    db,
    tools,
    language,
    now,
    caller: {
      role: 'staff',
      subject: 'command line',
      staff: {
        code: 'command line',
        id: '',
        name: '',
        department: '',
        post: '',
        password_hash: '',
        id_card: null,
        phone: null,
        first_password_until: null,
        first_password_used_at: null,
        has_password: true,
        closed_at: null,
      },
      roles: OFFICE_ROLES,
      hasFactor: false,
      session: {
        hash: Buffer.alloc(0),
        openId: null,
        createdAt: now,
        isSecondFactorVerified: true,
        tableStates: {},
      },
    },
    ifMatch: undefined,
    address: '',
    host: '',
    accessToken: undefined,
    orderId: undefined,
    deviceSecret: undefined,
    isFromBrowser: false,
    token: undefined,
    payloadAgeSeconds: undefined,
    isReplay: false,
  }
}

function addFilter(typed: string, earlier: Readonly<Record<string, string>>) {
  const at = typed.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('A filter is written as name=value.')
  return { ...earlier, [typed.slice(0, at)]: typed.slice(at + 1) }
}

function findExport(kind: string): Export {
  const found = exportsOfContract.find((one) => one.kind === kind)
  if (found === undefined)
    throw new InvalidArgumentError(
      `There is: ${exportsOfContract.map((one) => one.kind).join(', ')}.`,
    )
  return found
}
