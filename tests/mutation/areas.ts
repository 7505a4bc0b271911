/** A part of the code whose mutants are tried, and the tests that stand near it. */
export interface MutationArea {
  /** Files below these prefixes. */
  readonly code: readonly string[]
  /** The project of `vitest.config.ts` whose settings its tests run with. */
  readonly project: string
  /** Quick tests only: what no quick test holds is to be seen, not what a thousand histories hold. */
  readonly tests: readonly string[]
}

const tests = (folder: string, ...names: readonly string[]) =>
  names.map((name) => `tests/${folder}/${name}.test.{ts,tsx}`)

const OFFLINE = [
  'database',
  'older',
  'saving',
  'storage',
  'drain',
  'lock',
  'dependence',
  'exchange',
  'words-age',
  'within',
  'versions',
  'lost-receipts',
  'claim',
  'ledger',
  'outbox',
  'judge',
  'conclude',
  'forget',
  'keyval',
  'fingerprint',
]

/** Every part that `npm run mutants` knows, one row each; the first that fits counts. */
export const MUTATION_AREAS: readonly MutationArea[] = [
  {
    code: ['src/offline/schedule.ts', 'src/offline/hand-over.ts'],
    project: 'offline',
    tests: tests('offline', 'pauses', 'hand-over'),
  },
  {
    code: ['sw', 'src/offline/worker.ts'],
    project: 'offline',
    tests: tests('offline', 'worker-files', 'worker-frame', 'worker-sync', 'lock'),
  },
  { code: ['src/offline/removal.ts'], project: 'offline', tests: tests('offline', 'removal') },
  { code: ['src/offline/leaving.ts'], project: 'features', tests: tests('features', 'leaving') },
  {
    code: [
      'src/offline/first-frame.ts',
      'src/offline/fingerprint.ts',
      'src/offline/forget.ts',
      'src/offline/growing.ts',
      'src/offline/keyval.ts',
      'src/offline/lost.ts',
      'src/offline/messages.ts',
      'src/offline/news.ts',
      'src/offline/reads.ts',
      'src/offline/transport.ts',
      'src/offline/within.ts',
    ],
    project: 'offline',
    tests: tests(
      'offline',
      'fingerprint',
      'forget',
      'keyval',
      'messages',
      'news',
      'transport',
      'within',
    ),
  },
  { code: ['src/offline'], project: 'offline', tests: tests('offline', ...OFFLINE) },
  {
    code: ['src/lib/session.ts'],
    project: 'features-alone',
    tests: tests('features', 'session'),
  },
  {
    code: ['src/lib/outbox/reporting.ts'],
    project: 'features-alone',
    tests: tests('features', 'reporting'),
  },
  {
    code: ['src/lib/outbox/sender.ts'],
    project: 'features-alone',
    tests: tests('features', 'sender'),
  },
  {
    code: ['src/lib/outbox/engine.ts'],
    project: 'features-alone',
    tests: tests('features', 'engine'),
  },
  {
    code: ['src/lib/call.ts', 'src/lib/outbox'],
    project: 'features-alone',
    tests: tests('features', 'call', 'outbox-engine', 'drafts'),
  },
  {
    code: ['src/features/identity'],
    project: 'features',
    tests: tests('features', 'identity-leaving', 'roles', 'shared-phone'),
  },
  {
    code: ['server/features/payment/settle.ts'],
    project: 'server',
    tests: tests('server', 'settle'),
  },
  {
    code: ['server/features/payment/credit.ts', 'server/features/payment/orders.ts'],
    project: 'server',
    tests: tests('server', 'credit', 'orders'),
  },
  {
    code: ['server/platform/http/idempotency.ts'],
    project: 'server',
    tests: tests('server', 'idempotency'),
  },
  {
    code: ['server/payments'],
    project: 'server',
    tests: tests('server', 'wechatpay', 'gateways'),
  },
  {
    code: ['server/features/payment'],
    project: 'server',
    tests: tests(
      'server',
      'settle',
      'place',
      'sweep',
      'fees',
      'payment',
      'payment-races',
      'wechatpay',
    ),
  },
  {
    code: ['server/platform/http/admission.ts'],
    project: 'server',
    tests: tests('server', 'admission'),
  },
  {
    code: ['server/platform/repeat.ts', 'server/platform/database/statistics.ts'],
    project: 'server',
    tests: tests('server', 'repeat', 'statistics'),
  },
  {
    code: ['server/platform/sessions/session.ts'],
    project: 'server',
    tests: tests('server', 'sessions'),
  },
  {
    code: ['server/platform/sessions'],
    project: 'server',
    tests: tests('server', 'secrets', 'session-cookie', 'identity', 'devices', 'staff', 'profile'),
  },
  {
    code: ['server/platform/http/answers.ts', 'server/platform/http/body.ts'],
    project: 'server',
    tests: tests('server', 'body', 'answers'),
  },
  {
    code: ['server/platform/http/permissions.ts'],
    project: 'server',
    tests: tests('server', 'who-may'),
  },
  {
    code: ['server/platform/http/limits.ts', 'server/platform/http/wrong-tries.ts'],
    project: 'server',
    tests: tests('server', 'wrong-tries'),
  },
  {
    code: ['server/platform/http/upload.ts'],
    project: 'server',
    tests: tests('server', 'upload'),
  },
  {
    code: ['server/platform/http/download.ts'],
    project: 'server',
    tests: tests('server', 'download'),
  },
  {
    code: [
      'server/platform/http/headers.ts',
      'server/platform/http/not-offered.ts',
      'server/platform/http/receipts.ts',
      'server/platform/http/own-origin.ts',
    ],
    project: 'server',
    tests: tests('server', 'headers', 'not-offered', 'phones'),
  },
  {
    code: ['server/platform/http/handler.ts'],
    project: 'server',
    tests: tests('server', 'handler'),
  },
  {
    code: ['server/platform/http'],
    project: 'server',
    tests: tests('server', 'dispatch', 'storable'),
  },
  {
    code: ['server/platform/database/addresses.ts'],
    project: 'server',
    tests: tests('server', 'hosts'),
  },
  {
    code: [
      'server/platform/database/database-tls.ts',
      'server/platform/database/database-url.ts',
      'server/platform/database/offers-tls.ts',
    ],
    project: 'server',
    tests: tests('server', 'database-encryption', 'database-url'),
  },
  {
    code: ['server/platform/database/waiting.ts'],
    project: 'server',
    tests: tests('server', 'waiting'),
  },
  {
    code: ['server/platform/database/rule.ts', 'server/platform/database/rules.ts'],
    project: 'server',
    tests: tests('server', 'column-rules'),
  },
  {
    code: [
      'server/platform/database/commits.ts',
      'server/platform/database/disk-space.ts',
      'server/platform/database/errors.ts',
      'server/platform/database/kept.ts',
      'server/platform/database/like.ts',
      'server/platform/database/storable.ts',
    ],
    project: 'server',
    tests: tests(
      'server',
      'database-troubles',
      'disk-space',
      'kept-in-memory',
      'like',
      'storable-text',
    ),
  },
  {
    code: [
      'server/platform/database/cancel.ts',
      'server/platform/database/compiled.ts',
      'server/platform/database/connections.ts',
      'server/platform/database/database.ts',
      'server/platform/database/prepared.ts',
      'server/platform/database/wire.ts',
    ],
    project: 'server',
    tests: tests('server', 'connections', 'giving-up', 'pools', 'prepared'),
  },
  {
    code: ['server/platform/database/probe.ts', 'server/platform/database/readiness.ts'],
    project: 'server',
    tests: tests('server', 'readiness'),
  },
  {
    code: [
      'server/platform/database/english-names.ts',
      'server/platform/database/epoch.ts',
      'server/platform/database/transact.ts',
      'server/platform/database/turns.ts',
      'server/platform/database/versions.ts',
    ],
    project: 'server',
    tests: tests('server', 'english-names', 'lost-races', 'turns', 'written-over'),
  },
  {
    code: ['server/platform/database/postgres'],
    project: 'server',
    tests: tests('server', 'starting'),
  },
  {
    code: ['server/platform/database'],
    project: 'server',
    tests: tests('server', 'keeping-rules'),
  },
  {
    code: ['server/platform/settings'],
    project: 'server',
    tests: tests('server', 'settings', 'settings-providers', 'settings-values'),
  },
  {
    code: ['server/platform/host'],
    project: 'server',
    tests: tests('server', 'tickets', 'messaging-app', 'school-account'),
  },
  {
    code: ['server/platform/university'],
    project: 'server',
    tests: tests('server', 'cas', 'oidc'),
  },
  {
    code: ['server/platform/monitoring'],
    project: 'server',
    tests: tests('server', 'fate', 'logs', 'measures'),
  },
  {
    code: ['server/platform/sms'],
    project: 'server',
    tests: tests('server', 'texts'),
  },
  {
    code: [
      'server/platform/clock.ts',
      'server/platform/concurrency.ts',
      'server/platform/masks.ts',
      'server/platform/thread.ts',
      'server/platform/together.ts',
    ],
    project: 'server',
    tests: tests('server', 'clock', 'concurrency', 'shown-numbers', 'thread', 'together'),
  },
  {
    code: ['server/platform/files/differences'],
    project: 'server',
    tests: tests('server', 'difference-files'),
  },
  {
    code: ['server/platform/files'],
    project: 'server',
    tests: tests('server', 'sent-files', 'laid-files', 'served-app'),
  },
  {
    code: [
      'server/platform/drawing/drawer.ts',
      'server/platform/drawing/open.ts',
      'server/platform/drawing/wire.ts',
    ],
    project: 'server',
    tests: tests('server', 'drawer'),
  },
  {
    code: ['server/platform/drawing'],
    project: 'server',
    tests: tests('server', 'drawing'),
  },
  {
    code: ['server/platform/sheets'],
    project: 'server',
    tests: tests('server', 'sheets'),
  },
  {
    code: ['server/platform/pictures/decoders.ts'],
    project: 'server',
    tests: tests('server', 'decoder-processes'),
  },
  {
    code: ['server/platform/pictures'],
    project: 'server',
    tests: tests('server', 'jpeg', 'made-pictures', 'body-memory', 'remote-picture', 'images'),
  },
  {
    code: [
      'server/platform/backup/archive.ts',
      'server/platform/backup/files.ts',
      'server/platform/backup/key.ts',
      'server/platform/backup/row-sum.ts',
    ],
    project: 'server',
    tests: tests('server', 'archive', 'taken-files'),
  },
  {
    code: ['server/platform/backup'],
    project: 'server',
    tests: tests('server', 'restore'),
  },
  {
    code: ['server/features/fees'],
    project: 'server',
    tests: tests('server', 'fees', 'payment'),
  },
  {
    code: ['server/features/greenchannel'],
    project: 'server',
    tests: tests('server', 'greenchannel', 'greenchannel-pictures', 'fees'),
  },
  {
    code: ['server/features/dorm'],
    project: 'server',
    tests: tests('server', 'dorm', 'payment', 'editing'),
  },
  {
    code: ['server/features/checkin'],
    project: 'server',
    tests: tests('server', 'checkin', 'arrivals', 'students'),
  },
]

/** The part that a file or folder belongs to. */
export const findMutationArea = (path: string): MutationArea | undefined =>
  MUTATION_AREAS.find(({ code }) => code.some((prefix) => path.startsWith(prefix)))
