/** Shows the OpenAPI document of this server, and lets a reader try each request. */

/** Makes an element with text or children. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** A short name for what a schema allows. */
function typeOf(schema) {
  if (!schema) return '';
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return options.map(typeOf).join(' | ');
  if (schema.type === 'array' || schema.type?.includes?.('array')) return `${typeOf(schema.items)}[]`;
  return [schema.type].flat().filter(Boolean).join(' | ');
}

/** A table of parameters, each with a field to try it. */
function parameters(operation) {
  const rows = (operation.parameters ?? []).map((parameter) => {
    const id = `${operation.operationId}-${parameter.name}`;
    const field = element('input', { id, name: parameter.name, 'data-in': parameter.in, autocomplete: 'off' });
    if (parameter.required) field.setAttribute('placeholder', 'required');
    return element(
      'tr',
      {},
      element('td', {}, element('label', { for: id }, element('code', {}, parameter.name))),
      element('td', {}, typeOf(parameter.schema)),
      element('td', {}, parameter.description ?? ''),
      element('td', {}, field),
    );
  });
  const heads = ['parameter', 'type', 'what', 'try'].map((text) => element('th', { scope: 'col' }, text));
  const head = element('thead', {}, element('tr', {}, ...heads));
  return rows.length === 0 ? '' : element('table', {}, head, element('tbody', {}, ...rows));
}

/** A field for the body of a request that has one, with an example in it. */
function body(operation) {
  const content = operation.requestBody?.content?.['application/json'];
  if (!content) return '';
  const id = `${operation.operationId}-body`;
  const example = content.example === undefined ? '' : JSON.stringify(content.example, null, 2);
  const field = element('textarea', { id, rows: '10', cols: '40', spellcheck: 'false' }, example);
  return element('p', {}, element('label', { for: id }, `body, ${typeOf(content.schema)}`), element('br', {}), field);
}

/** A list of the answers an operation has. */
function answers(operation) {
  const items = Object.entries(operation.responses ?? {}).map(([status, response]) => {
    const bodies = Object.entries(response.content ?? {}).map(([kind, body]) => `${kind} ${typeOf(body.schema)}`);
    const of = bodies.length === 0 ? '' : ` (${bodies.join(', ')})`;
    return element('li', {}, element('code', {}, status), ` ${response.description}${of}`);
  });
  return element('ul', {}, ...items);
}

/** The address a filled-in form asks for. */
function addressOf(path, form) {
  const query = new URLSearchParams();
  let address = path;
  for (const field of form.querySelectorAll('input')) {
    if (field.dataset.in === 'path') address = address.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.dataset.in === 'query' && field.value !== '') query.set(field.name, field.value);
  }
  return query.size === 0 ? address : `${address}?${query}`;
}

/** Sends a request and shows the beginning of the answer. */
async function tryIt(method, path, form, shown) {
  const address = addressOf(path, form);
  shown.textContent = `${method} ${address}\n`;
  const stop = new AbortController();
  const sent = form.querySelector('textarea')?.value;
  const headers = sent === undefined ? {} : { 'content-type': 'application/json' };
  try {
    const response = await fetch(address, { method, headers, body: sent, signal: stop.signal });
    shown.textContent += `${response.status} ${response.headers.get('content-type') ?? ''}\n\n`;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let left = 8192; left > 0; ) {
      const { value, done } = await reader.read();
      if (done) return;
      shown.textContent += value.slice(0, left);
      left -= value.length;
    }
    shown.textContent += '\n... and so on';
  } catch (error) {
    shown.textContent += String(error);
  } finally {
    stop.abort();
  }
}

/** One operation: what it is, what it takes, what it answers. */
function section(method, path, operation) {
  const form = element('form', {}, parameters(operation), body(operation), element('button', { type: 'submit' }, 'Try it'));
  const shown = element('pre', { tabindex: '0', 'aria-label': 'answer' });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    tryIt(method, path, form, shown);
  });
  const title = element('summary', {}, element('code', {}, `${method} ${path}`), ` ${operation.summary ?? ''}`);
  return element('details', {}, title, element('p', {}, operation.description ?? ''), form, shown, answers(operation));
}

/** A table of the fields of a type. */
function typeSection(name, schema) {
  const fields = Object.entries(schema.properties ?? {}).map(([field, type]) =>
    element(
      'tr',
      {},
      element('td', {}, element('code', {}, field)),
      element('td', {}, typeOf(type)),
      element('td', {}, type.description ?? ''),
    ),
  );
  const known = fields.length === 0 ? typeOf(schema) : element('table', {}, element('tbody', {}, ...fields));
  const title = element('summary', {}, element('code', {}, name), ` ${schema.description ?? ''}`);
  return element('details', {}, title, known);
}

async function show() {
  const main = document.getElementById('operations');
  const api = await (await fetch('/api/openapi.json')).json();
  document.getElementById('about').textContent = api.info.description ?? '';
  const parts = [];
  for (const tag of api.tags ?? []) {
    const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
    const tagged = operations.filter(({ operation }) => operation.tags?.includes(tag.name));
    const sections = tagged.map(({ method, path, operation }) => section(method, path, operation));
    parts.push(element('h2', {}, tag.description ?? tag.name), ...sections);
  }
  const types = Object.entries(api.components?.schemas ?? {}).map(([name, schema]) => typeSection(name, schema));
  main.replaceChildren(...parts, element('h2', {}, 'Types'), ...types);
}

show().catch((error) => {
  document.getElementById('operations').textContent = `The document could not be shown: ${error}`;
});
