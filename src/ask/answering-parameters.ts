// The parameters of the tool answer_question, which our MCP server and our plugins in answering agents both offer.

/** `id`: how the ask is named there. */
export const answeringParameters = (id: string) =>
  ({
    type: 'object',
    properties: {
      id: { type: 'string', minLength: 1, description: id },
      answers: {
        type: 'array',
        description:
          'One entry per question, in order: an option number from 1, a label, a list of these, {"words": "…"}, or {"skip": true}.',
        items: {},
      },
      redirect: { type: 'string', description: 'Instead of answers: what is wrong with the question.' },
      decline: { type: 'string', description: 'Instead of answers: why nobody should answer it.' },
      pass: {
        type: 'string',
        minLength: 1,
        description: 'Instead of answers: why you leave it to the next step of its route, which decides at once.',
      },
      risk: {
        type: 'string',
        enum: ['reversible', 'irreversible', 'unsure'],
        description: 'How risky the answer is. Anything but reversible goes to people, unless the user allowed it.',
      },
      reason: { type: 'string', minLength: 1, description: 'Why, for the record.' },
    },
    required: ['id', 'risk', 'reason'],
    additionalProperties: false,
  }) as const;
