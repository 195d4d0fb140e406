// The ask_user_question tool as a model sees it: its name, its description and its parameters.

export const TOOL_NAME = 'ask_user_question';
export const TOOL_LABEL = 'Ask user question';

export const TOOL_DESCRIPTION = [
  'Ask the user 1 to 4 multiple-choice questions and wait for the answers.',
  'Use it when a decision is theirs to make and neither the request, the code nor a sensible default settles it: requirements, preferences, trade-offs, or a step that cannot be undone.',
  'Do not use it for what you can find out yourself, and do not ask whether you may go on.',
  'The user can always answer in their own words, so never add an "Other" option. Put the option that you recommend first and end its label with "(Recommended)".',
].join(' ');

const option = {
  type: 'object',
  properties: {
    label: { type: 'string', minLength: 1, description: 'The choice in 1 to 5 words; different from the other labels, never "Other".' },
    description: { type: 'string', minLength: 1, description: 'What choosing it means.' },
    preview: { type: 'string', description: 'Optional: code or text to look at before choosing.' },
  },
  required: ['label', 'description'],
  additionalProperties: false,
} as const;

const question = {
  type: 'object',
  properties: {
    question: { type: 'string', minLength: 1, description: 'The whole question. It ends with "?".' },
    header: { type: 'string', minLength: 1, maxLength: 12, description: 'A name of 1 to 12 characters, different for each question.' },
    multiSelect: { type: 'boolean', description: 'Whether several options may be chosen.' },
    options: { type: 'array', items: option, minItems: 2, maxItems: 4, description: 'The choices, without "Other".' },
  },
  required: ['question', 'header', 'multiSelect', 'options'],
  additionalProperties: false,
} as const;

/** JSON Schema. What it cannot say (unique headers, the question mark, the number of words) is checked by input.ts. */
export const TOOL_PARAMETERS = {
  type: 'object',
  properties: {
    questions: { type: 'array', items: question, minItems: 1, maxItems: 4 },
    answers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        'Optional suggestions by header, for example {"Database": "Postgres"}. They are shown as selected and never taken by themselves.',
    },
  },
  required: ['questions'],
  additionalProperties: false,
} as const;
