import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** The bandwidth in kbit/s and the round trip in ms. 0 is unlimited. */
export interface LinkShape {
  readonly down: number
  readonly up: number
  readonly roundTrip: number
}

export const NO_LINK: LinkShape = { down: 0, up: 0, roundTrip: 0 }
export const WEAK_LINK: LinkShape = { down: 400, up: 400, roundTrip: 400 }
export const SLOW_4G_LINK: LinkShape = { down: 1600, up: 750, roundTrip: 150 }

/** 'dead': no connection is accepted. 'lie': connections are accepted, and never answered. */
export type LinkMode = 'ok' | 'dead' | 'lie'

const SLICE = 1460

/**
 * A link of limited bandwidth that all connections share. It is shaped here because the browser's
 * developer tools do not shape the requests of a service worker.
 */
export class ShapedLink {
  shape = NO_LINK
  mode: LinkMode = 'ok'
  /** The bytes sent to the client, including TLS, with the times of their arrival. */
  #arrivals: { readonly at: number; readonly bytes: number }[] = []
  readonly #free = { down: 0, up: 0 }

  /** The ms until the last bit of these bytes has left the link. */
  reserve(direction: 'down' | 'up', bytes: number): number {
    const kbits = this.shape[direction]
    if (kbits === 0) return 0
    const now = performance.now()
    this.#free[direction] = Math.max(now, this.#free[direction]) + (bytes * 8) / kbits
    return this.#free[direction] - now
  }

  /** Note bytes that arrive at a time of performance.now(). */
  noteArrival(at: number, bytes: number): void {
    this.#arrivals.push({ at: performance.timeOrigin + at, bytes })
  }

  /** The number of bytes that arrive until a time, ms since the epoch. */
  arrivedBy(time = Infinity): number {
    return this.#arrivals.reduce((sum, { at, bytes }) => (at <= time ? sum + bytes : sum), 0)
  }

  /** Count from now on. */
  resetCount(): void {
    this.#arrivals = []
  }

  /** The server's end of the link, over an accepted socket. */
  over(socket: Socket): Duplex {
    return new LinkEnd(this, socket)
  }
}

class LinkEnd extends Duplex {
  readonly #link: ShapedLink
  readonly #socket: Socket
  readonly #out: (at: number, item: Buffer | (() => void)) => void
  #lastOut = 0

  constructor(link: ShapedLink, socket: Socket) {
    super({ writableHighWaterMark: 16_384, readableHighWaterMark: 65_536 })
    this.#link = link
    this.#socket = socket
    socket.setNoDelay(true)
    // A handshake over loopback takes no time, whereas a real one costs a round trip.
    const ready = performance.now() + link.shape.roundTrip
    let lastIn = 0
    const into = inOrder<Buffer | null>((chunk) => {
      if (link.mode !== 'lie' && !this.destroyed) this.push(chunk)
    })
    this.#out = inOrder((item) => {
      if (typeof item === 'function') item()
      else if (link.mode !== 'lie' && !socket.destroyed) socket.write(item)
    })
    const arrive = (chunk: Buffer | null) => {
      if (link.mode === 'lie') return
      const travelled =
        performance.now() + link.reserve('up', chunk?.length ?? 0) + link.shape.roundTrip / 2
      lastIn = Math.max(lastIn, ready + link.shape.roundTrip / 2, travelled)
      into(lastIn, chunk)
    }
    socket.on('data', arrive)
    socket.on('end', () => arrive(null))
    socket.on('error', () => this.destroy())
    socket.on('close', () => this.destroy())
  }

  override _read(): void {}

  override _write(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    let at = 0
    const step = (): void => {
      if (this.destroyed || at >= chunk.length) return done()
      // The data is held back for ever.
      if (this.#link.mode === 'lie') return void setTimeout(step, 200)
      const part = chunk.subarray(at, at + SLICE)
      at += part.length
      const leaves = this.#link.reserve('down', part.length)
      this.#lastOut = Math.max(
        this.#lastOut,
        performance.now() + leaves + this.#link.shape.roundTrip / 2,
      )
      this.#link.noteArrival(this.#lastOut, part.length)
      this.#out(this.#lastOut, part)
      // Back pressure lets urgent data overtake other data, as on a real link.
      if (leaves < 0.5) step()
      else setTimeout(step, leaves)
    }
    step()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#out(this.#lastOut, () => {
      this.#socket.end()
      done()
    })
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}

/**
 * Emit items at their times and in their order. A single timer is used, because several timers
 * could change the order of bytes.
 */
function inOrder<Item>(emit: (item: Item) => void): (at: number, item: Item) => void {
  const queue: { at: number; item: Item }[] = []
  let armed = false
  const pump = () => {
    armed = false
    const now = performance.now()
    while (queue[0] !== undefined && queue[0].at <= now + 0.5) {
      const next = queue.shift()
      if (next !== undefined) emit(next.item)
    }
    arm()
  }
  const arm = () => {
    const next = queue[0]
    if (armed || next === undefined) return
    armed = true
    const wait = next.at - performance.now()
    if (wait < 0.5) setImmediate(pump)
    else setTimeout(pump, wait)
  }
  return (at, item) => {
    queue.push({ at, item })
    arm()
  }
}
