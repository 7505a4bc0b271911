import { queryOptions } from '@tanstack/react-query'
import { fetchImage } from '#app/lib/files.ts'
import { ReadProblem } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { photo } from '#contract/photo'

/** A stored photo by its key, in memory only: pictures are never kept on the phone (D-105). */
export const imageQuery = (key: string) =>
  queryOptions({
    queryKey: [currentSession()?.subject ?? 'nobody', 'image', key],
    queryFn: async () => {
      const outcome = await fetchImage(photo.image, key)
      if (outcome.type !== 'ok') throw new ReadProblem(outcome)
      return outcome.data
    },
    // What is stored never changes.
    staleTime: Infinity,
  })
