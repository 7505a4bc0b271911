import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './lib/query-client.ts'
import { checkReadiness } from './lib/ready.ts'
import { start } from './lib/start.ts'
import { offerUpdate } from './lib/update.ts'
import { registerWorker } from './lib/worker.ts'
import { createAppRouter } from './router.tsx'

const root = document.getElementById('root')

void start().then(() => {
  if (root === null) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createAppRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  )
  void registerWorker({ onUpdate: offerUpdate, onReady: () => void checkReadiness() })
})
