import { queryOptions } from '@tanstack/react-query'
import type { FileCall } from '#contract/call'
import { photo } from '#contract/photo'
import { ReadError } from '../cache/cached-query.ts'
import { fetchImage } from '../network/fetch-file.ts'
import { currentSession } from '../session/session.ts'

/**
 * A stored picture by its key, in memory while it is shown: pictures are never kept on the phone
 * (D-80, D-105).
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
    // What is stored never changes.
    staleTime: Infinity,
    gcTime: 0,
  })
