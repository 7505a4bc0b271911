/** A part of the code in which mutants are tested, and the tests that are run for them. */
export interface MutationArea {
  /** The prefixes of its files. */
  readonly code: readonly string[]
  /** The project in `vitest.config.ts` whose settings the tests use. */
  readonly project: string
  /**
   * Fast tests only. A mutant that only a thousand runs of a property would detect must be listed
   * as undetected.
   */
  readonly tests: readonly string[]
}

const tests = (folder: string, ...names: readonly string[]) =>
  names.map((name) => `tests/${folder}/${name}.test.{ts,tsx}`)

const OFFLINE = [
  'outbox-database',
  'polyfills',
  'save-result',
  'outbox-storage',
  'drain',
  'outbox-lock',
  'dependencies',
  'exchange-call',
  'payload-age',
  'with-timeout',
  'payload-versions',
  'receipt-check',
  'claim',
  'outbox-ledger',
  'outbox',
  'classify-outcome',
  'record-outcomes',
  'delete-data',
  'key-value-store',
  'fingerprint',
]

/** Every area for `npm run mutants`, one in each row. The first that matches a file counts. */
export const MUTATION_AREAS: readonly MutationArea[] = [
  {
    code: ['src/offline/drain/schedule.ts', 'src/offline/outbox/forward-item.ts'],
    project: 'offline',
    tests: tests('offline', 'retry-pauses', 'forward-item'),
  },
  {
    code: ['sw', 'src/offline/drain/drain-in-worker.ts'],
    project: 'offline',
    tests: tests('offline', 'worker-files', 'worker-page-snapshot', 'worker-sync', 'outbox-lock'),
  },
  {
    code: ['src/offline/storage/delete-databases.ts'],
    project: 'offline',
    tests: tests('offline', 'delete-databases'),
  },
  {
    code: ['src/offline/storage/page-hide.ts'],
    project: 'features',
    tests: tests('features', 'page-hide'),
  },
  {
    code: [
      'src/offline/storage/page-snapshot.ts',
      'src/offline/outbox/fingerprint.ts',
      'src/offline/outbox/delete-data.ts',
      'src/offline/utilities/exponential-backoff.ts',
      'src/offline/storage/key-value-store.ts',
      'src/offline/storage/database-errors.ts',
      'src/offline/transport/worker-messages.ts',
      'src/offline/transport/outbox-channel.ts',
      'src/offline/storage/read-cache.ts',
      'src/offline/transport/fetch-transport.ts',
      'src/offline/utilities/with-timeout.ts',
    ],
    project: 'offline',
    tests: tests(
      'offline',
      'fingerprint',
      'delete-data',
      'key-value-store',
      'worker-messages',
      'outbox-channel',
      'fetch-transport',
      'with-timeout',
    ),
  },
  { code: ['src/offline'], project: 'offline', tests: tests('offline', ...OFFLINE) },
  {
    code: ['src/lib/session/session.ts'],
    project: 'features-alone',
    tests: tests('features', 'session'),
  },
  {
    code: ['src/lib/outbox/outbox-reports.ts'],
    project: 'features-alone',
    tests: tests('features', 'outbox-reporting'),
  },
  {
    code: ['src/lib/outbox/sender.ts'],
    project: 'features-alone',
    tests: tests('features', 'outbox-sender'),
  },
  {
    code: ['src/lib/outbox/engine.ts'],
    project: 'features-alone',
    tests: tests('features', 'sending-engine'),
  },
  {
    code: ['src/lib/network/call-api.ts', 'src/lib/outbox'],
    project: 'features-alone',
    tests: tests('features', 'call-api', 'outbox-engine', 'drafts'),
  },
  {
    code: ['src/features/identity'],
    project: 'features',
    tests: tests('features', 'identity-unbinding', 'role-access', 'shared-phone'),
  },
  {
    code: ['server/features/payment/settle.ts'],
    project: 'server',
    tests: tests('server', 'payment-settlement'),
  },
  {
    code: ['server/features/payment/credit-payment.ts', 'server/features/payment/orders.ts'],
    project: 'server',
    tests: tests('server', 'payment-credit', 'payment-orders'),
  },
  {
    code: ['server/platform/http/idempotency.ts'],
    project: 'server',
    tests: tests('server', 'platform/http/idempotency'),
  },
  {
    code: ['server/payment-gateways'],
    project: 'server',
    tests: tests('server', 'wechatpay', 'payment-gateways'),
  },
  {
    code: ['server/features/payment'],
    project: 'server',
    tests: tests(
      'server',
      'payment-settlement',
      'order-placement',
      'order-reconciler',
      'fees',
      'payment',
      'payment-races',
      'wechatpay',
    ),
  },
  {
    code: ['server/platform/http/load-shedder.ts'],
    project: 'server',
    tests: tests('server', 'platform/http/load-shedder'),
  },
  {
    code: ['server/platform/periodic-job.ts', 'server/platform/database/health/auto-analyze.ts'],
    project: 'server',
    tests: tests('server', 'platform/runtime/periodic-job', 'platform/database/auto-analyze'),
  },
  {
    code: ['server/platform/in-turns.ts'],
    project: 'server',
    tests: tests('server', 'platform/runtime/in-turns'),
  },
  {
    code: ['server/platform/sessions/session.ts'],
    project: 'server',
    tests: tests('server', 'platform/sessions/sessions'),
  },
  {
    code: ['server/platform/sessions'],
    project: 'server',
    tests: tests(
      'server',
      'platform/sessions/secrets',
      'platform/sessions/session-cookie',
      'identity',
      'devices',
      'staff-accounts',
      'profile',
    ),
  },
  {
    code: ['server/platform/http/responses.ts', 'server/platform/http/body/request-body.ts'],
    project: 'server',
    tests: tests('server', 'platform/http/request-body', 'platform/http/responses'),
  },
  {
    code: ['server/platform/http/permissions.ts'],
    project: 'server',
    tests: tests('server', 'platform/http/call-permissions'),
  },
  {
    code: [
      'server/platform/http/limits/rate-limits.ts',
      'server/platform/http/limits/attempt-limiter.ts',
    ],
    project: 'server',
    tests: tests('server', 'platform/http/attempt-limiter'),
  },
  {
    code: ['server/platform/http/upload.ts'],
    project: 'server',
    tests: tests('server', 'platform/http/upload'),
  },
  {
    code: ['server/platform/http/download.ts'],
    project: 'server',
    tests: tests('server', 'platform/http/download'),
  },
  {
    code: [
      'server/platform/http/response-headers.ts',
      'server/platform/http/unavailable-calls.ts',
      'server/platform/http/receipts.ts',
      'server/platform/http/origin-check.ts',
    ],
    project: 'server',
    tests: tests(
      'server',
      'platform/http/response-headers',
      'platform/http/unavailable-calls',
      'phone-reports',
    ),
  },
  {
    code: ['server/platform/http/handler.ts'],
    project: 'server',
    tests: tests('server', 'platform/http/handler'),
  },
  {
    code: ['server/platform/http'],
    project: 'server',
    tests: tests('server', 'platform/http/dispatch', 'unstorable-text-in-calls'),
  },
  {
    code: ['server/platform/database/driver/host-selection.ts'],
    project: 'server',
    tests: tests('server', 'platform/database/host-selection'),
  },
  {
    code: [
      'server/platform/database/driver/database-tls.ts',
      'server/platform/database/driver/database-url.ts',
      'server/platform/database/driver/tls-support.ts',
    ],
    project: 'server',
    tests: tests(
      'server',
      'platform/database/database-encryption',
      'platform/database/database-url',
    ),
  },
  {
    code: ['server/platform/database/driver/retry-until-available.ts'],
    project: 'server',
    tests: tests('server', 'platform/database/retry-until-available'),
  },
  {
    code: [
      'server/platform/database/rules/column-rule.ts',
      'server/platform/database/rules/column-rules.ts',
    ],
    project: 'server',
    tests: tests('server', 'platform/database/column-rules'),
  },
  {
    code: [
      'server/platform/database/driver/commit-confirmation.ts',
      'server/platform/database/health/disk-space.ts',
      'server/platform/database/errors.ts',
      'server/platform/records/shared-read.ts',
      'server/platform/records/table-cache.ts',
      'server/platform/database/queries/escape-like.ts',
      'server/platform/database/queries/storable.ts',
    ],
    project: 'server',
    tests: tests(
      'server',
      'platform/database/database-errors',
      'platform/database/disk-space',
      'platform/records/shared-read',
      'platform/records/table-cache',
      'platform/database/escape-like',
      'platform/database/storable',
    ),
  },
  {
    code: [
      'server/platform/database/driver/cancel-query.ts',
      'server/platform/database/driver/prepared-query.ts',
      'server/platform/database/driver/pool.ts',
      'server/platform/database/database.ts',
      'server/platform/database/driver/prepared-statement.ts',
      'server/platform/database/driver/read-pipeline.ts',
      'server/platform/database/driver/server-connection.ts',
    ],
    project: 'server',
    tests: tests(
      'server',
      'platform/database/pooled-connection',
      'platform/database/query-cancellation',
      'platform/database/connection-pool',
      'platform/database/prepared-statement',
      'platform/database/read-pipeline',
    ),
  },
  {
    code: [
      'server/platform/database/health/write-probe.ts',
      'server/platform/database/health/readiness.ts',
    ],
    project: 'server',
    tests: tests('server', 'platform/database/readiness'),
  },
  {
    code: [
      'server/platform/records/english-names.ts',
      'server/platform/database/epoch.ts',
      'server/platform/database/driver/transaction.ts',
      'server/platform/database/migrations/migration-lock.ts',
      'server/platform/records/versioned-write.ts',
    ],
    project: 'server',
    tests: tests(
      'server',
      'platform/records/english-names',
      'platform/database/transaction',
      'platform/database/migration-lock',
      'platform/records/versioned-write',
    ),
  },
  {
    code: ['server/platform/database/cluster'],
    project: 'server',
    tests: tests('server', 'platform/runtime/start-errors'),
  },
  {
    code: ['server/platform/database'],
    project: 'server',
    tests: tests('server', 'platform/database/constraint-sync'),
  },
  {
    code: ['server/platform/settings'],
    project: 'server',
    tests: tests(
      'server',
      'platform/settings/settings',
      'platform/settings/settings-providers',
      'platform/settings/settings-values',
    ),
  },
  {
    code: ['server/platform/host'],
    project: 'server',
    tests: tests(
      'server',
      'platform/host/tickets',
      'platform/host/wechat-code-exchange',
      'platform/host/wechat-service',
    ),
  },
  {
    code: ['server/platform/university'],
    project: 'server',
    tests: tests('server', 'platform/university/cas', 'platform/university/oidc'),
  },
  {
    code: ['server/platform/monitoring'],
    project: 'server',
    tests: tests(
      'server',
      'platform/monitoring/submission-outcome',
      'platform/monitoring/logs',
      'platform/monitoring/metrics',
    ),
  },
  {
    code: ['server/platform/sms'],
    project: 'server',
    tests: tests('server', 'platform/runtime/sms'),
  },
  {
    code: [
      'server/platform/clock.ts',
      'server/platform/concurrency.ts',
      'server/platform/masks.ts',
      'server/platform/service-answer.ts',
      'server/platform/worker-thread.ts',
    ],
    project: 'server',
    tests: tests(
      'server',
      'platform/runtime/clock',
      'platform/runtime/concurrency',
      'unmasked-numbers',
      'platform/runtime/worker-thread',
    ),
  },
  {
    code: ['server/platform/files/dictionary-deltas'],
    project: 'server',
    tests: tests('server', 'platform/files/dictionary-deltas'),
  },
  {
    code: ['server/platform/files', 'server/platform/app'],
    project: 'server',
    tests: tests(
      'server',
      'platform/files/static-files',
      'platform/files/release-files',
      'platform/files/static-app',
    ),
  },
  {
    code: [
      'server/platform/ssr/renderer.ts',
      'server/platform/ssr/open-rendered-pages.ts',
      'server/platform/ssr/thread-messages.ts',
    ],
    project: 'server',
    tests: tests('server', 'platform/ssr/renderer'),
  },
  {
    code: ['server/platform/ssr'],
    project: 'server',
    tests: tests('server', 'platform/ssr/rendered-page'),
  },
  {
    code: ['server/platform/sheets'],
    project: 'server',
    tests: tests('server', 'platform/runtime/sheets'),
  },
  {
    code: ['server/platform/pictures/decoder-pool.ts'],
    project: 'server',
    tests: tests('server', 'platform/pictures/decoder-pool'),
  },
  {
    code: ['server/platform/pictures'],
    project: 'server',
    tests: tests(
      'server',
      'platform/pictures/jpeg',
      'platform/pictures/decode-picture',
      'platform/http/body-memory',
      'platform/pictures/remote-picture',
      'platform/pictures/base64-images',
    ),
  },
  {
    code: [
      'server/platform/backup/archive.ts',
      'server/platform/backup/file-restorer.ts',
      'server/platform/backup/archive-key.ts',
      'server/platform/backup/row-checksum.ts',
    ],
    project: 'server',
    tests: tests('server', 'platform/backup/archive', 'platform/backup/file-restorer'),
  },
  {
    code: ['server/platform/backup'],
    project: 'server',
    tests: tests('server', 'platform/backup/restore'),
  },
  {
    code: ['server/features/fees'],
    project: 'server',
    tests: tests('server', 'fees', 'payment'),
  },
  {
    code: ['server/features/green-channel/'],
    project: 'server',
    tests: tests('server', 'green-channel', 'green-channel-pictures', 'fees'),
  },
  {
    code: ['server/features/dorm'],
    project: 'server',
    tests: tests('server', 'dorm', 'payment', 'reference-data'),
  },
  {
    code: ['server/features/checkin'],
    project: 'server',
    tests: tests('server', 'checkin', 'arrivals', 'students'),
  },
  {
    code: ['src/contract/campus-form'],
    project: 'contract',
    tests: tests(
      'contract',
      'campus-form-expression',
      'campus-form-answers',
      'campus-form-questions',
      'campus-form-submission',
    ),
  },
  {
    code: ['src/contract/checkin-pass', 'src/contract/base45.ts'],
    project: 'contract',
    tests: tests('contract', 'checkin-pass'),
  },
  {
    code: [
      'src/contract/id-',
      'src/contract/names.ts',
      'src/contract/normalize.ts',
      'src/contract/phones.ts',
    ],
    project: 'contract',
    tests: tests('contract', 'id-documents', 'person-names', 'identity-fields', 'normalized-texts'),
  },
  {
    code: [
      'src/features/timetable/lessons.ts',
      'src/features/timetable/layout.ts',
      'src/features/timetable/exams.ts',
      'src/contract/lesson-weeks.ts',
      'src/contract/school-days.ts',
      'src/contract/bell-schedules.ts',
    ],
    project: 'features',
    tests: tests('features', 'timetable-rules'),
  },
  {
    code: ['server/features/bed-allocation/plan-beds.ts'],
    project: 'server',
    tests: tests('server', 'plan-beds'),
  },
  {
    code: [
      'server/features/timetable/icalendar.ts',
      'server/features/timetable/lesson-weeks.ts',
      'server/features/timetable/timetable-grid.ts',
    ],
    project: 'server',
    tests: tests('server', 'timetable-calendar', 'lesson-cells'),
  },
  {
    code: ['server/features/imports/cell-readers.ts', 'server/features/imports/cells.ts'],
    project: 'server',
    tests: tests('server', 'import-cells', 'import-values'),
  },
  {
    code: ['server/features/imports/kinds/lesson-cells.ts'],
    project: 'server',
    tests: tests('server', 'lesson-cells'),
  },
  {
    code: ['server/features/imports/file'],
    project: 'server',
    tests: tests('server', 'import-values', 'import-workbook'),
  },
  {
    code: ['server/features/campus-form-xlsform'],
    project: 'server',
    tests: tests('server', 'campus-form-xlsform'),
  },
  {
    code: [
      'src/contract/campus-rule-list.ts',
      'src/contract/campus-rules.ts',
      'src/features/campus-rules',
      'server/features/campus-rules/rules.ts',
      'server/features/campus-rules/check-submission.ts',
    ],
    project: 'server',
    tests: tests('server', 'rule-values'),
  },
  {
    code: [
      'server/features/message-channels/quiet-hours.ts',
      'server/features/message-channels/classify-reply.ts',
      'server/features/message-channels/channel-order.ts',
      'server/features/message-channels/plain-text.ts',
    ],
    project: 'server',
    tests: tests('server', 'message-rules'),
  },
  {
    code: [
      'src/features/checkin/scanner/check-scan.ts',
      'src/features/checkin/scanner/replay-guard.ts',
      'src/features/checkin/roster/residents.ts',
    ],
    project: 'features',
    tests: tests('features', 'checkin-scanner'),
  },
]

/** The area of a file or folder. */
export const findMutationArea = (path: string): MutationArea | undefined =>
  MUTATION_AREAS.find(({ code }) => code.some((prefix) => path.startsWith(prefix)))
