import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { startBenchCampus } from './bench-campus.ts'
import { type Round, measureByTurns } from './loads/rounds.ts'
import { type Site, buildFloorSite, createAppSite, createForeignSite } from './loads/sites.ts'
import type { Measurement } from './measurements.ts'

/** A built site of others: its folder, and optionally the selector of its content. */
export interface Peer {
  readonly folder: string
  readonly content?: string | undefined
}

/**
 * Compare the built app and a real backend with a bare page of the same libraries, and with built
 * sites of others: on a weak network, on slow 4G, without a network, and on one that never answers.
 */
export async function measurePageLoads(
  rounds: number,
  peers: readonly Peer[] = [],
): Promise<Measurement[]> {
  const floorFolder = await mkdtemp(join(tmpdir(), 'baodao-bench-floor-'))
  const campus = await startBenchCampus()
  try {
    const others = peers.map(({ folder, content }) => createForeignSite(folder, content))
    const [app = [], floor = [], ...rest] = await measureByTurns(rounds, [
      await createAppSite(campus, 'dist/app'),
      await buildFloorSite(floorFolder),
      ...others,
    ])
    return [
      ...compare('load', [...UNBOUND, ...BOUND], app, floor),
      ...compare('load', OWN, app, app),
      ...rest.flatMap((peer, at) => compareWithPeer(others[at], { peer, app, floor })),
    ]
  } finally {
    await campus.close()
    await rm(floorFolder, { recursive: true, force: true })
  }
}

/** Compare other builds of the app with this build: by how much each is slower or larger. */
export async function measureBuilds(
  rounds: number,
  folders: readonly string[],
): Promise<Measurement[]> {
  const campus = await startBenchCampus()
  try {
    const others: Site[] = []
    for (const [at, folder] of folders.entries())
      others.push(await createAppSite(await campus.startAnother(`build_${at}`, folder), folder))
    const [app = [], ...rest] = await measureByTurns(rounds, [
      await createAppSite(campus, 'dist/app'),
      ...others,
    ])
    const figures = [...UNBOUND, ...BOUND, ...OF_BUILDS].map(({ name, unit, of }) => ({
      name,
      unit,
      of,
    }))
    return rest.flatMap((other, at) => compare(basename(folders[at] ?? ''), figures, other, app))
  } finally {
    await campus.close()
  }
}

const LATER_TAP_MS = 500

interface Figure {
  readonly name: string
  readonly unit: Measurement['unit']
  readonly limit?: number | undefined
  readonly of: (round: Round) => number | undefined
  /** The floor's value, where the floor has no value of the same kind. */
  readonly ofFloor?: (round: Round) => number | undefined
}

/** The limits are the ratios of a prerendered page of a few links. */
const CONTENT: readonly Figure[] = [
  {
    name: 'unbound, weak network: content',
    unit: 'ms',
    limit: 0.34,
    of: ({ first }) => first.content,
  },
  {
    name: 'unbound, slow 4G: content',
    unit: 'ms',
    limit: 0.42,
    of: ({ slow4g }) => slow4g.content,
  },
]

/** What every site is measured by: nobody was ever bound on the phone. */
const UNBOUND: readonly Figure[] = [
  ...CONTENT,
  { name: 'unbound: bytes until then', unit: 'KB', limit: 1.5, of: ({ first }) => first.wire },
  {
    name: 'unbound: everything on the wire',
    unit: 'KB',
    limit: 2.4,
    of: ({ everything }) => everything,
  },
  {
    name: 'unbound: main thread, ten seconds',
    unit: 'ms',
    limit: 0.75,
    of: ({ first }) => first.mainThread,
  },
  { name: 'unbound: heap', unit: 'MB', limit: 0.5, of: ({ first }) => first.heap },
  {
    name: 'unbound, weak network, second visit: content',
    unit: 'ms',
    of: ({ second }) => second.content,
  },
  {
    name: 'unbound, offline: content',
    unit: 'ms',
    limit: 0.86,
    of: ({ offline }) => offline.content,
  },
  {
    name: 'unbound, a server that never answers: content',
    unit: 'ms',
    limit: 0.9,
    of: ({ silent }) => silent.content,
  },
]

/** What only the app has, against the floor's page. */
const BOUND: readonly Figure[] = [
  {
    name: 'unbound, weak network: first tap answered, against content',
    unit: 'ms',
    limit: 0.6,
    of: ({ taps }) => taps?.link,
    ofFloor: ({ first }) => first.content,
  },
  {
    name: 'bound, weak network, second visit: words',
    unit: 'ms',
    limit: 0.75,
    of: ({ bound }) => bound?.second.content,
    ofFloor: ({ second }) => second.content,
  },
  {
    name: 'bound, weak network, second visit: usable',
    unit: 'ms',
    limit: 1.35,
    of: ({ bound }) => bound?.second.usable,
    ofFloor: ({ second }) => second.content,
  },
  {
    name: 'bound, second visit: main thread, ten seconds',
    unit: 'ms',
    limit: 2,
    of: ({ bound }) => bound?.second.mainThread,
    ofFloor: ({ second }) => second.mainThread,
  },
  {
    name: 'bound, offline, own timetable: words',
    unit: 'ms',
    limit: 0.75,
    of: ({ bound }) => bound?.timetable.content,
    ofFloor: ({ offline }) => offline.content,
  },
  {
    name: 'bound, offline, own timetable: usable',
    unit: 'ms',
    limit: 1.5,
    of: ({ bound }) => bound?.timetable.usable,
    ofFloor: ({ offline }) => offline.content,
  },
  {
    name: 'bound, a server that never answers, own timetable: words',
    unit: 'ms',
    limit: 1,
    of: ({ bound }) => bound?.silentTimetable.content,
    ofFloor: ({ silent }) => silent.content,
  },
]

/** Figures of the app against a limit in ms or the app itself, as the floor has no such page. */
const OWN: readonly Figure[] = [
  {
    name: 'unbound, slow 4G: the first button, tapped ten seconds later, against 500 ms',
    unit: 'ms',
    limit: 1,
    of: ({ taps }) => taps?.button,
    ofFloor: () => LATER_TAP_MS,
  },
  {
    name: 'bound, the timetable on a server that never answers, against offline',
    unit: 'ms',
    limit: 1.2,
    of: ({ bound }) => bound?.silentTimetable.content,
    ofFloor: ({ bound }) => bound?.timetable.content,
  },
  {
    name: 'bound, offline: the fees usable, against the timetable',
    unit: 'ms',
    limit: 1.2,
    of: ({ bound }) => bound?.fees.usable,
    ofFloor: ({ bound }) => bound?.timetable.usable,
  },
]

/** Compared between builds only. The main thread's time varies least on a busy machine. */
const OF_BUILDS: readonly Figure[] = [
  {
    name: 'bound, offline, own timetable: main thread',
    unit: 'ms',
    of: ({ bound }) => bound?.timetable.mainThread,
  },
]

function compare(
  prefix: string,
  figures: readonly Figure[],
  ours: readonly Round[],
  floor: readonly Round[],
): Measurement[] {
  return figures.map(({ name, unit, limit, of, ofFloor = of }) => ({
    name: `${prefix}: ${name}`,
    unit,
    // A value that was never reached counts as infinite.
    ours: ours.map((round) => of(round) ?? Infinity),
    floor: floor.map((round) => ofFloor(round) ?? Number.NaN),
    ...(limit !== undefined && { limit }),
  }))
}

// The peer against the floor, for the table; and the app's content against the peer's, which it
// must not follow.
function compareWithPeer(
  site: Site | undefined,
  { peer, app, floor }: Record<'peer' | 'app' | 'floor', readonly Round[]>,
): Measurement[] {
  const name = site?.name ?? ''
  const withoutLimit = UNBOUND.map((figure) => ({ ...figure, limit: undefined }))
  const ahead = CONTENT.map((figure) => ({
    ...figure,
    name: `${figure.name}, against ${name}`,
    limit: 1,
  }))
  return [...compare(name, withoutLimit, peer, floor), ...compare('load', ahead, app, peer)]
}
