import { queryOptions } from '@tanstack/react-query'
import type { FileCall } from '#contract/call'
import { photo } from '#contract/photo'
import { ReadError } from '../cache/cached-query.ts'
import { fetchImage } from '../network/fetch-file.ts'
import { currentSession } from '../session/session.ts'

/**
 * The query of a stored image by its key. The image stays in memory only while it is shown, and it
 * is never stored on the phone (D-80, D-105).
 */
export const imageQuery = (key: string, entry: FileCall = photo.image) =>
  queryOptions({
    queryKey: [currentSession()?.subject ?? 'nobody', 'image', key],
    queryFn: async () => {
      const outcome = await fetchImage(entry, key)
      if (outcome.type !== 'ok') throw new ReadError(outcome)
      return outcome.data
    },
    enabled: key !== '',
    // A key always has the same image.
    staleTime: Infinity,
    gcTime: 0,
  })
