import * as v from 'valibot'
import type { DownloadCall } from '#contract/call'
import { isFromCampus, interpretResponse } from '#offline/transport/exchange-call'
import { sendWithFetch } from '#offline/transport/fetch-transport'
import { currentLanguage } from '../language/language.ts'
import { appConfig } from '../platform/config.ts'
import { getSessionToken } from '../session/session.ts'
import { type CallOutcome, applyCallOutcome } from './call-api.ts'
import { saveFile } from './fetch-file.ts'

// A large table takes a long time to create, and longer to arrive on a slow network.
const LONGEST_MS = 10 * 60_000

/**
 * Downloads a file and saves it in the browser's downloads. An incomplete file is not saved. Every
 * failure is returned as data.
 */
export async function downloadFile<I>(
  entry: DownloadCall<I>,
  input: I,
): Promise<CallOutcome<File>> {
  const sentAs = getSessionToken()
  const outcome = await fetchDownload(entry, input, sentAs)
  applyCallOutcome(outcome, sentAs)
  if (outcome.type === 'ok') saveFile(outcome.data)
  return outcome
}

async function fetchDownload<I>(
  entry: DownloadCall<I>,
  input: I,
  sentAs: string | undefined,
): Promise<CallOutcome<File>> {
  const request = {
    address: appConfig.roots.campus + entry.path,
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': currentLanguage(),
      ...(sentAs !== undefined && { Authorization: sentAs }),
    },
    body: JSON.stringify(entry.input.encode(input)),
    timeout: LONGEST_MS,
  } as const
  const answer = await sendWithFetch(request, async (response) => {
    const name = nameIn(response.headers)
    const isOurs = !appConfig.echoesKeys || isFromCampus(response)
    return isOurs && response.ok && name !== undefined
      ? { file: new File([await response.blob()], name) }
      : { text: await response.text() }
  })
  if (answer === undefined) return { type: 'unreachable', code: -404 }
  const { response, body } = answer
  if (body.file !== undefined) return { type: 'ok', data: body.file, echoed: false }
  return interpretResponse({
    call: {
      rule: { ...entry.rule, isSuccess: () => false },
      output: { decode: v.never(), encode: () => null, schema: v.never() },
    },
    echoesKeys: appConfig.echoesKeys,
    response,
    text: body.text,
  })
}

const nameIn = (headers: Headers): string | undefined => {
  const said = /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '')?.[1]
  return said && decodeURIComponent(said)
}
