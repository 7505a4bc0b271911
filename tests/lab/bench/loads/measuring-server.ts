import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { FromServer, ServedSite, ToServer } from './messages.ts'
import type { LinkMode, LinkShape } from './shaped-link.ts'
import { waitFor } from './wait.ts'

const TIMEOUT_MS = 60_000

/** The process that serves a site through a link of limited bandwidth. */
export interface MeasuringServer {
  readonly port: number
  /** Change the network. `fresh` ends all connections, so that the next visit opens new ones. */
  readonly link: (mode: LinkMode, shape: LinkShape, how?: { fresh?: boolean }) => Promise<unknown>
  /** The bytes that have arrived, or had arrived at a time, ms since the epoch. */
  readonly arrivedBy: (time?: number) => Promise<number>
  /** Count the bytes from now on. */
  readonly resetCount: () => Promise<unknown>
  readonly stop: () => void
}

/** Start a server for a site. Rejects if it does not answer within a minute. */
export async function startMeasuringServer(site: ServedSite): Promise<MeasuringServer> {
  const child = fork(new URL('./server.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  // Only one message is sent at a time, so that the next message is its answer.
  let turn: Promise<unknown> = Promise.resolve()
  const tell = (order: ToServer): Promise<FromServer> => {
    const said = turn.then(async () => {
      child.send(order)
      const [reply]: FromServer[] = await waitFor(
        `the answer of the server of ${site.folder} to "${order.type}"`,
        TIMEOUT_MS,
        once(child, 'message'),
      )
      if (reply === undefined) throw new Error('no reply')
      return reply
    })
    turn = said
    return said
  }
  const { port } = await tell({ type: 'start', site })
  return {
    port,
    link: (mode, shape, how = {}) => tell({ type: 'link', mode, shape, ...how }),
    arrivedBy: async (by) =>
      (await tell({ type: 'count', ...(by !== undefined && { by }) })).arrived,
    resetCount: () => tell({ type: 'count', reset: true }),
    stop: () => void child.kill(),
  }
}
