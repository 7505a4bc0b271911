import { connect } from 'node:net'

// The SSLRequest message: its length and its code.
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Whether the server at this address supports TLS: it answers an SSLRequest with S (yes) or N (no).
 */
export function checkTlsSupport(
  { host, port }: { host: string; port: number },
  patienceMs: number,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const end = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    const late = Object.assign(new Error('timeout expired'), { code: 'ETIMEDOUT' })
    const timer = setTimeout(() => end(late), patienceMs)
    socket.on('close', () => {
      clearTimeout(timer)
      reject(Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' }))
    })
    socket.on('error', end)
    socket.once('connect', () => socket.write(SSL_REQUEST))
    socket.once('data', (answer) => {
      resolve(answer.toString('latin1').startsWith('S'))
      socket.destroy()
    })
  })
}
