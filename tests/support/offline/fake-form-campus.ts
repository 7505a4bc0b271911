import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { campusFormDelivery } from '#contract/campus-form-submission'
import { jsonResponse } from './offline-page.ts'

/** What a fake campus has of a file. */
interface FakeFile {
  bytes: Uint8Array
  isComplete: boolean
}

/**
 * A campus with campus forms: it receives files in parts, and answers with the same calls as the
 * backend. `fault` can answer a request in its place, or let it take effect and answer otherwise.
 */
export function createFakeFormCampus({
  fault = () => undefined,
}: {
  fault?: (path: string, count: number) => 'lost' | 'answer lost' | Response | undefined
} = {}) {
  const files = new Map<string, FakeFile>()
  const submissions = new Map<string, unknown>()
  const requests: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const body = new Uint8Array(await request.arrayBuffer())
    requests.push(`${pathname.split('/').at(-1)} ${searchParams.get('offset') ?? ''}`.trim())
    const wrong = fault(pathname, requests.length)
    if (wrong === 'lost') throw new TypeError('no network')
    if (wrong instanceof Response) return wrong
    const answer = answerTo(pathname, searchParams, body, request.headers.get('Idempotency-Key'))
    if (wrong === 'answer lost') throw new TypeError('no network')
    return answer
  }
  const answerTo = (
    path: string,
    query: URLSearchParams,
    body: Uint8Array,
    key: string | null,
  ): Response => {
    const json = () => JSON.parse(new TextDecoder().decode(body))
    switch (path) {
      case campusFormDelivery.received.path:
        return jsonResponse({ code: 0, data: files.get(json().attachment)?.bytes.length ?? 0 })
      case campusFormDelivery.attach.path: {
        const id = query.get('attachment') ?? ''
        const file = files.get(id) ?? { bytes: new Uint8Array(), isComplete: false }
        const offset = Number(query.get('offset'))
        if (offset <= file.bytes.length && offset + body.length > file.bytes.length)
          file.bytes = new Uint8Array(Buffer.concat([file.bytes.subarray(0, offset), body]))
        file.isComplete =
          createHash('sha256').update(file.bytes).digest('hex') === query.get('sha256')
        files.set(id, file)
        return jsonResponse({ code: 0, data: file.bytes.length })
      }
      case campusFormDelivery.find.path:
        return jsonResponse({ code: 0, results: null })
      default: {
        const submission = json()
        for (const { id } of submission.attachments)
          if (files.get(id)?.isComplete !== true) return jsonResponse({ code: 1 }, { status: 503 })
        submissions.set(key ?? '', submission)
        return jsonResponse(
          { code: 0 },
          { headers: key === null ? {} : { 'Idempotency-Key': key } },
        )
      }
    }
  }
  return { fetch, files, submissions, requests }
}
