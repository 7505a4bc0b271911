import { strict as assert } from 'node:assert'
import { setTimeout as pause } from 'node:timers/promises'
import { startCampusProcess } from './support/campus-process.ts'
import { startProxiedCampus } from './support/proxied-visit.ts'
import type { RunningProxy } from './support/proxy.ts'
import { startSlowUpload } from './support/slow-upload.ts'
import type { Workspace } from './support/workspace.ts'
import { assertNothingLost, signInStudents, startTraffic } from './support/write-traffic.ts'

export const description =
  'Two processes behind nginx are stopped (SIGTERM) and started in turn while 20 students submit; no request fails, and uploads finish.'

const STUDENTS = 20
const ENOUGH = 5000
const TIMES = 6
const UPLOAD_SECONDS = 3

/** Returns figures of the requests and of the stops. */
export async function drill(place: Workspace): Promise<string> {
  const site = await startProxiedCampus(place, 'nginx')
  const { proxy, databaseUrl } = site
  const students = await signInStudents(proxy.plainUrl, databaseUrl, STUDENTS)
  const token = students[0]?.token ?? ''
  const writers = startTraffic([proxy.plainUrl], students)
  const processes = [...site.processes]
  const stops: number[] = []
  for (let time = 0; stops.length < TIMES || writers.acknowledged() < ENOUGH; time++) {
    const which = time % processes.length
    const campus = processes[which]
    if (campus === undefined) break
    // One upload goes directly to the process, as through a proxy that does not buffer requests,
    // and one through nginx.
    const uploads = await Promise.all(
      [campus.url, proxy.plainUrl].map((url) => startSlowUpload(url, token, UPLOAD_SECONDS)),
    )
    await pause(500)
    const begun = Date.now()
    await campus.stop()
    stops.push(Date.now() - begun)
    for (const { response } of uploads) {
      const { status, body } = await response
      if (status !== 200 || !body.includes('"success":true'))
        throw new Error(`an upload: ${status} ${body} ${failures(proxy)}`)
    }
    const { port } = new URL(campus.url)
    const SOCKET = site.sockets[which] ?? ''
    processes[which] = await startCampusProcess(place, databaseUrl, {
      ...site.env,
      PORT: port,
      SOCKET,
    })
    place.print(`stopped and started ${time + 1}: ${writers.acknowledged()} acknowledged so far`)
  }
  const outcome = await writers.settle(databaseUrl)
  place.print(`nginx: ${failures(proxy)}`)
  const figures = assertNothingLost(outcome)
  assert.equal(outcome.rejected, 0, `nobody is told to come later: ${figures}`)
  return `${figures}; ${stops.length} stops of ${Math.min(...stops)} to ${Math.max(...stops)} ms, each with an upload that ended`
}

// The errors of nginx by kind. That a stopped process refuses connections is expected.
function failures(proxy: RunningProxy): string {
  const kinds = proxy
    .readErrors()
    .flatMap((line) => /\d: \*\d+ (.*?)(?:, client|$)/.exec(line)?.[1] ?? [])
    .filter((kind) => !/ \((2|111): /.test(kind))
  return [...new Set(kinds)]
    .map((kind) => `${kinds.filter((one) => one === kind).length} × ${kind}`)
    .join('; ')
}
