import { readdirSync, readFileSync } from 'node:fs'
import { OFFLINE_FOR, type OfflineFor, type PrecachePack } from '../src/contract/packs.ts'

const ROUTES = 'src/routes'

/**
 * The parts of screens, and the files beside the app, that not everybody keeps; a part without a
 * line here goes with its screen.
 */
const OFFLINE_FOR_BY_PART: Readonly<Record<string, OfflineFor>> = {
  living: 'newcomers',
  'src/contract/sealed-scan.ts': 'staff',
  'src/features/checkin/seal-scan.ts': 'staff',
  'src/features/home/PassDialog.tsx': 'students',
  'src/features/home/DutyCard.tsx': 'staff',
  'src/features/home/TodayCard.tsx': 'bound',
  'src/features/home/InstallCard.tsx': 'bound',
  'src/features/home/UnreadCount.tsx': 'bound',
  'src/features/home/WaitingCard.tsx': 'bound',
  'src/features/home/Warnings.tsx': 'bound',
  'src/features/identity/EndedScreen.tsx': 'bound',
  'src/features/identity/UnbindDialog.tsx': 'bound',
  'src/features/outbox/ExportButton.tsx': 'bound',
  'src/features/outbox/ExportItems.tsx': 'bound',
  'src/features/outbox/LeftItems.tsx': 'bound',
  'src/features/outbox/OwnOutbox.tsx': 'bound',
  'src/lib/first-frame.ts': 'bound',
  'src/lib/outbox/asking.ts': 'bound',
  'src/lib/outbox/engine.ts': 'bound',
  'src/tunnel.ts': 'bound',
  // To tell of an error takes a network.
  'src/lib/trouble.ts': 'nobody',
  'src/features/frame/TroubleNote.tsx': 'nobody',
  'src/features/office/GateLink.tsx': 'nobody',
  'src/features/profile/TellingRow.tsx': 'nobody',
  'region-pinyin.json': 'students',
}

/** Whose phone keeps what beyond the app itself, by file: the pages as their route files say it. */
export const packsByFile = (): ReadonlyMap<string, readonly PrecachePack[]> =>
  new Map(
    [...Object.entries(OFFLINE_FOR_BY_PART), ...readOfflineForByRoute()].flatMap(([file, whom]) => {
      const packs = OFFLINE_FOR[whom]
      return packs === undefined ? [] : [[file, packs] as const]
    }),
  )

/** What each route file says, by its path. */
export const readOfflineForByRoute = (): [file: string, whom: OfflineFor][] =>
  readdirSync(ROUTES)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => {
      // The bundler's names have slashes on every system.
      const file = `${ROUTES}/${name}`
      const said = /staticData: \{ offlineFor: '(\w+)' \}/.exec(readFileSync(file, 'utf8'))?.[1]
      if (!isKnown(said)) throw new Error(`${file} does not say for whom it opens offline`)
      return [file, said]
    })

const isKnown = (said: string | undefined): said is OfflineFor =>
  said !== undefined && Object.hasOwn(OFFLINE_FOR, said)
