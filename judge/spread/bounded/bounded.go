// Package bounded writes a value as bytes, and reads it within a bound on the memory that it may take.
//
//	content, err := bounded.Write(submission)
//	err = bounded.Read(content, 256<<20, &submission)
//
// A reader of package gob makes what a sender describes: a byte can be an element of a list, so a few MiB can become
// gigabytes, and types can be sent that nobody asked for. Here the reader's type says what is there. Before it makes a
// list or a text, it checks that its bytes are there and that the memory is within the bound. Types have no cycles, so
// the type bounds the depth, too.
//
// The bytes begin with a digest of the type, so another type is refused. Then come the fields in their order: booleans
// as 0 or 1, integers as varints, texts with their length. Lists and maps that are not nil have their length plus one
// first, pointers that are not nil a 1; nil is 0. Types that marshal themselves are texts.
package bounded

import (
	"cmp"
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
)

// Write writes a value. It is an error if its type holds anything else than booleans, integers, texts, lists, structs
// of exported fields, pointers, maps from texts, and types that marshal themselves.
func Write(value any) ([]byte, error) {
	v := reflect.ValueOf(value)
	content, err := digestOf(v.Type())
	if err != nil {
		return nil, err
	}
	return write(content, v)
}

// digestSize is how many bytes name a type.
const digestSize = 8

// digestOf names a type by everything that the bytes depend on.
func digestOf(t reflect.Type) ([]byte, error) {
	text, err := describe(nil, t, 0)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	return sum[:digestSize], nil
}

// mostDepth is more than a type without cycles has.
const mostDepth = 20

func describe(text []byte, t reflect.Type, depth int) ([]byte, error) {
	if depth > mostDepth {
		return nil, fmt.Errorf("type %s contains itself", t)
	}
	if marshals(t) {
		return fmt.Appendf(text, "%s itself;", t), nil
	}
	text = fmt.Appendf(text, "%s ", t.Kind())
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return append(text, ';'), nil
	case reflect.Slice, reflect.Pointer:
		return describe(text, t.Elem(), depth+1)
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return describe(text, t.Elem(), depth+1)
		}
	case reflect.Struct:
		text = append(text, '{')
		for i := range t.NumField() {
			field := t.Field(i)
			if !field.IsExported() {
				return nil, fmt.Errorf("type %s has the field %s, which is not exported", t, field.Name)
			}
			var err error
			if text, err = describe(fmt.Appendf(text, "%s ", field.Name), field.Type, depth+1); err != nil {
				return nil, err
			}
		}
		return append(text, '}'), nil
	}
	return nil, fmt.Errorf("values of type %s cannot be written", t)
}

var (
	marshaler   = reflect.TypeFor[encoding.BinaryMarshaler]()
	unmarshaler = reflect.TypeFor[encoding.BinaryUnmarshaler]()
)

// asked are the types of structs that were asked for what they can do, which is slow.
var asked sync.Map

// marshals reports whether values of a type marshal themselves.
func marshals(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	if is, known := asked.Load(t); known {
		return is.(bool)
	}
	is := t.Implements(marshaler) && reflect.PointerTo(t).Implements(unmarshaler)
	asked.Store(t, is)
	return is
}

func write(to []byte, v reflect.Value) ([]byte, error) {
	if marshals(v.Type()) {
		text, err := v.Interface().(encoding.BinaryMarshaler).MarshalBinary()
		return append(binary.AppendUvarint(to, uint64(len(text))), text...), err
	}
	var err error
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(to, 1), nil
		}
		return append(to, 0), nil
	case reflect.String:
		return append(binary.AppendUvarint(to, uint64(v.Len())), v.String()...), nil
	case reflect.Slice:
		if v.IsNil() {
			return append(to, 0), nil
		}
		to = binary.AppendUvarint(to, uint64(v.Len())+1)
		for i := 0; i < v.Len() && err == nil; i++ {
			to, err = write(to, v.Index(i))
		}
		return to, err
	case reflect.Map:
		if v.IsNil() {
			return append(to, 0), nil
		}
		to = binary.AppendUvarint(to, uint64(v.Len())+1)
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
		for _, key := range keys {
			if to, err = write(to, key); err == nil {
				to, err = write(to, v.MapIndex(key))
			}
			if err != nil {
				return nil, err
			}
		}
		return to, nil
	case reflect.Pointer:
		if v.IsNil() {
			return append(to, 0), nil
		}
		return write(append(to, 1), v.Elem())
	case reflect.Struct:
		for i := 0; i < v.NumField() && err == nil; i++ {
			to, err = write(to, v.Field(i))
		}
		return to, err
	default: // describe has refused everything but integers
		return binary.AppendVarint(to, v.Int()), nil
	}
}

var (
	errShort = errors.New("it ends too early")
	errForm  = errors.New("it is not what a judge writes")
)
