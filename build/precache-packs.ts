import { readdirSync, readFileSync } from 'node:fs'
import {
  PACKS_BY_OFFLINE_AUDIENCE,
  type OfflineAudience,
  type PrecachePack,
} from '../src/contract/packs.ts'

const ROUTES = 'src/routes'

/**
 * The modules that every start of a bound person's app loads separately. They and what they import
 * are grouped into few files (build/file-groups.ts).
 */
export const BOUND_PARTS: readonly string[] = [
  'src/features/home/today/TodayCard.tsx',
  'src/features/home/InstallCard.tsx',
  'src/features/home/apps/UnreadCount.tsx',
  'src/features/home/OutboxCard.tsx',
  'src/features/home/SecurityWarnings.tsx',
  'src/features/identity/UnbindDialog.tsx',
  'src/lib/snapshot/page-snapshots.ts',
  'src/lib/outbox/verify-receipts.ts',
  'src/lib/outbox/engine.ts',
  'src/lib/outbox/outbox-start.ts',
  'src/features/offline-preparation/pass.ts',
  'src/features/offline-preparation/session.ts',
]

/**
 * The offline audience of each other module that a screen loads separately, and of each file or folder
 * besides the app's code. Listed are those that are not precached for everybody. A module that is not
 * listed belongs to the packs of the screens that load it.
 */
const OFFLINE_FOR_BY_PART: Readonly<Record<string, OfflineAudience>> = {
  living: 'newcomers',
  'src/contract/sealed-scan.ts': 'staff',
  'src/features/checkin/scans/sealed-scans.ts': 'staff',
  'src/features/home/PassDialog.tsx': 'students',
  'src/features/home/today/DutyCard.tsx': 'staff',
  'src/features/home/today/LessonCard.tsx': 'seniors',
  'src/features/identity/SessionEndedScreen.tsx': 'bound',
  'src/features/outbox/ExportButton.tsx': 'bound',
  'src/features/outbox/ExportOutboxItems.tsx': 'bound',
  'src/features/outbox/UnboundOutbox.tsx': 'bound',
  'src/features/outbox/OwnOutbox.tsx': 'bound',
  // An upload needs a network, and so does a page without `crypto.subtle`, which has no worker.
  'src/offline/drain/upload-attachments.ts': 'nobody',
  // The phones of students with campus forms load it with the forms.
  'src/lib/outbox/exported-files.ts': 'nobody',
  'src/lib/outbox/attachment-transfer.ts': 'nobody',
  'node_modules/@noble/hashes/sha2.js': 'nobody',
  // The forms of the campus are loaded where there are any (decision 0371).
  'src/features/campus-forms/inputs/rare-inputs.ts': 'formHolders',
  'src/features/campus-forms/outbox-view.ts': 'formHolders',
  'src/features/campus-forms/prepare.ts': 'formHolders',
  'src/features/campus-forms/CampusFormFields.tsx': 'formHolders',
  'src/features/campus-forms/LazyCampusFormFields.ts': 'formHolders',
  'src/features/campus-forms/CampusFormListScreen.tsx': 'formHolders',
  'src/features/campus-forms/CampusFormScreen.tsx': 'formHolders',
  // Error reports need a network.
  'src/lib/network/error-reporting.ts': 'nobody',
  'src/features/app-shell/ErrorReportNote.tsx': 'nobody',
  // DingTalk's code and its scanner need a network.
  'src/host/dingtalk.ts': 'nobody',
  // A payment needs a network, and so does the sheet of the demo's payment service.
  'src/features/fees/payment/SandboxSheet.tsx': 'nobody',
  // Requests to arrive late need a network.
  'src/features/late-arrivals/LateArrivalCard.tsx': 'nobody',
  'src/features/office/OfficeAccessLink.tsx': 'nobody',
  'src/features/profile/ErrorReportingRow.tsx': 'nobody',
  'src/features/uniform/queries.ts': 'newcomers',
  'src/features/living-supplies/queries.ts': 'newcomers',
  'region-pinyin.json': 'students',
}

/** The offline audience of each route file and of each part in the list above, by path. */
export const offlineAudiences = (): ReadonlyMap<string, OfflineAudience> =>
  new Map([
    ...BOUND_PARTS.map((part) => [part, 'bound'] as const),
    ...Object.entries(OFFLINE_FOR_BY_PART),
    ...readOfflineForByRoute(),
  ])

/**
 * Returns the packs of each file and of each route file, by path. Files that are precached for
 * everybody are left out.
 */
export const packsByFile = (): ReadonlyMap<string, readonly PrecachePack[]> =>
  new Map(
    [...offlineAudiences()].flatMap(([file, whom]) => {
      const packs = PACKS_BY_OFFLINE_AUDIENCE[whom]
      return packs === undefined ? [] : [[file, packs] as const]
    }),
  )

/** Reads the `offlineFor` of each route file. Throws if a route file has none. */
export const readOfflineForByRoute = (): [file: string, whom: OfflineAudience][] =>
  readdirSync(ROUTES)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => {
      // The path has slashes on every system, like the paths in the bundler's list.
      const file = `${ROUTES}/${name}`
      const said = /staticData: \{ offlineFor: '(\w+)' \}/.exec(readFileSync(file, 'utf8'))?.[1]
      if (!isKnown(said)) throw new Error(`${file} does not say for whom it opens offline`)
      return [file, said]
    })

const isKnown = (said: string | undefined): said is OfflineAudience =>
  said !== undefined && Object.hasOwn(PACKS_BY_OFFLINE_AUDIENCE, said)
