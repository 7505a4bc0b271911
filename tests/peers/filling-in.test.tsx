import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CampusFormFields } from '#app/features/campus-forms/CampusFormFields.tsx'
import type { AddFileResult } from '#app/features/campus-forms/form-files.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { CampusFormDefinition } from '#contract/campus-form-definition'
import type { CampusFormAnswers } from '#contract/campus-form-submission'
import { publishTestForm, question, wording } from '#tests/support/backend/campus-forms.ts'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

describe('the files and the signature of a campus form', () => {
  const router = createRouter({ routeTree: createRootRoute() })
  // The simulated browser has no canvas.
  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) =>
      take(new Blob(['x'], { type: 'image/png' })),
    )
  })

  /** Show a form with this question on a phone that stores each file when the test says so. */
  async function fillIn(asked: Readonly<Record<string, unknown>>) {
    const storing: { id: string; finish: () => void }[] = []
    const kept = new Map<string, Blob>()
    const files = {
      add: (blob: Blob): Promise<AddFileResult> =>
        new Promise((resolve) => {
          const id = `00000000-0000-4000-8000-00000000000${storing.length}`
          const finish = () => {
            kept.set(id, blob)
            resolve({ id })
          }
          storing.push({ id, finish })
        }),
      find: (id: string) => ({ id, name: id, type: 'application/pdf', bytes: 10 }),
      read: (id: string) => Promise.resolve(kept.get(id)),
      remove: () => {},
      ids: () => new Set(kept.keys()),
    }
    const send = vi.fn<(answers: CampusFormAnswers) => Promise<{ type: 'sent' }>>(() =>
      Promise.resolve({ type: 'sent' }),
    )
    render(
      <RouterContextProvider router={router}>
        <CampusFormFields
          definition={v.parse(CampusFormDefinition, { title: wording('保险'), items: [asked] })}
          context={{ today: '2026-09-01', studentName: '林小满', facts: {} }}
          send={send}
          files={files}
        />
      </RouterContextProvider>,
    )
    const user = userEvent.setup()
    const submit = async () => user.click(await screen.findByRole('button', { name: '提交' }))
    const finishAll = () => act(async () => storing.forEach(({ finish }) => finish()))
    return { storing, send, submit, finishAll }
  }
  const pick = async (name: string) => {
    await screen.findByRole('button', { name: /选择文件/ })
    const input = document.querySelector('input[type=file]')
    if (input === null) throw new Error('there is no input')
    fireEvent.change(input, { target: { files: [new File(['x'], name)] } })
  }
  const draw = async () => {
    const paper = await screen.findByRole('img', { name: '手写签名' })
    fireEvent.pointerDown(paper, { clientX: 1, clientY: 1 })
    fireEvent.pointerMove(paper, { clientX: 9, clientY: 9 })
    fireEvent.pointerUp(paper)
  }

  test('two files of an answer that are picked in quick succession are both in the answer', async () => {
    const { storing, send, submit, finishAll } = await fillIn(
      question('policy', 'file', { count: 3 }),
    )
    await pick('一.pdf')
    await pick('二.pdf')
    await finishAll()
    await submit()
    await waitFor(() => expect(send).toHaveBeenCalledOnce())
    expect(send.mock.calls[0]?.[0]).toEqual({ policy: storing.map(({ id }) => id) })
    expect(storing).toHaveLength(2)
  })

  test('a submission waits for a file that is still being stored', async () => {
    const { storing, send, submit, finishAll } = await fillIn(question('policy', 'file'))
    await pick('保单.pdf')
    await submit()
    await finishAll()
    await waitFor(() => expect(send).toHaveBeenCalledOnce())
    expect(send.mock.calls[0]?.[0]).toEqual({ policy: storing.map(({ id }) => id) })
  })

  test('a signature that was drawn just before the submission is sent with it', async () => {
    const { storing, send, submit, finishAll } = await fillIn(
      question('pledge', 'statement', { isDrawn: true, required: true }),
    )
    fireEvent.change(await screen.findByLabelText(/请输入本人姓名/), {
      target: { value: '林小满' },
    })
    await draw()
    await submit()
    await waitFor(() => expect(storing).toHaveLength(1))
    await finishAll()
    await waitFor(() => expect(send).toHaveBeenCalledOnce())
    expect(send.mock.calls[0]?.[0]).toMatchObject({
      pledge: { name: '林小满', drawing: storing[0]?.id },
    })
  })

  test('a name that is typed while the drawn signature is being stored stays', async () => {
    const { storing, finishAll } = await fillIn(
      question('pledge', 'statement', { isDrawn: true, required: true }),
    )
    const name = await screen.findByLabelText<HTMLInputElement>(/请输入本人姓名/)
    await draw()
    await waitFor(() => expect(storing).toHaveLength(1))
    fireEvent.change(name, { target: { value: '林小满' } })
    await finishAll()
    await screen.findByText('已签名')
    expect(name.value).toBe('林小满')
  })
})

describe('a campus form that is changed while it is filled in', () => {
  test('what was typed stays when the office publishes a new version of the open form', async () => {
    const form = 'rooms'
    const items = [question('bedtime', 'text', { label: wording('就寝时间'), required: true })]
    await publishTestForm(campus.backend(), form, { items })
    await openApp(`/campusForm/${form}/990001`, { as: '990001' })
    fireEvent.change(await screen.findByLabelText('就寝时间'), { target: { value: '23 点' } })
    await screen.findByText('已存草稿')
    await publishTestForm(campus.backend(), form, {
      items: [...items, question('pets', 'text', { label: wording('宠物') })],
    })
    await act(() => queryClient.invalidateQueries())
    await screen.findByLabelText('宠物')
    expect(screen.getByLabelText<HTMLInputElement>('就寝时间').value).toBe('23 点')
  })
})
